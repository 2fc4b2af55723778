import { t } from "@lingui/core/macro";
import { useEffect, useState } from "react";

import { type CelCheck, checkOf } from "../model/celCheck";
import { checkJson, JsonError } from "../model/jsonCheck";
import { parsePayload } from "../model/payload";
import { useHost } from "../useFlow";
import type { Scope } from "./ExpressionInput";

/** What an expression is tried on, as JSON. */
export interface Trial {
  context: string;
  event: string | undefined;
}

const wait = 200;

/** What is known of an expression, on values to try it with; undefined until it is, and where there is none. */
export function useCheck(expression: string, scope: Scope, trial: Trial, isWanted: boolean): CelCheck | undefined {
  const host = useHost();
  const [known, setKnown] = useState<{ expression: string; check: CelCheck }>();
  const { context, event } = trial;
  useEffect(() => {
    if (!isWanted || expression.trim() === "") {
      return;
    }
    const abort = new AbortController();
    const timer = setTimeout(() => {
      const trouble = jsonTrouble(context) ?? jsonTrouble(event ?? "{}");
      if (trouble !== undefined) {
        const message = t`What to try it with is no JSON: ${trouble}`;
        setKnown({ expression, check: { state: "unsure", message, issues: [] } });
        return;
      }
      const given = event === undefined ? {} : { event: parsePayload(event) };
      host.evaluate({ expression, scope, context: parsePayload(context), ...given }, abort.signal).then(
        (result) => {
          setKnown({ expression, check: checkOf(expression, result) });
        },
        () => {
          // Without an answer nothing is known; the next letter asks again.
          if (!abort.signal.aborted) {
            setKnown(undefined);
          }
        },
      );
    }, wait);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [host, expression, scope, context, event, isWanted]);
  return known?.expression === expression ? known.check : undefined;
}

function jsonTrouble(text: string): string | undefined {
  try {
    checkJson(text);
    return text.trim().startsWith("{") ? undefined : t`it must be an object: { … }`;
  } catch (error) {
    if (error instanceof JsonError) {
      return error.message;
    }
    throw error;
  }
}
