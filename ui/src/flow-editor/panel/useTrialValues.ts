import { useEffect, useState } from "react";

import type { FlowEditorHost, TrialValue } from "../contract";
import { useHost } from "../useFlow";

type Kind = "event" | "context";

/** Answers by host, so that the fields of one panel ask once; each is kept for a short time. */
const answers = new WeakMap<FlowEditorHost, Map<string, { at: number; values: TrialValue[] }>>();
const kept = 20_000;
const none: TrialValue[] = [];

/** Real values to try an expression on; undefined until they are known, none where the host has none. */
export function useTrialValues(kind: Kind, eventType: string, isWanted: boolean): TrialValue[] | undefined {
  const host = useHost();
  const [found, setFound] = useState<TrialValue[]>();
  useEffect(() => {
    if (!isWanted) {
      return;
    }
    const known = answers.get(host) ?? new Map<string, { at: number; values: TrialValue[] }>();
    answers.set(host, known);
    const key = `${kind} ${eventType}`;
    const old = known.get(key);
    const abort = new AbortController();
    const ask = (): Promise<TrialValue[]> => {
      if (old && Date.now() - old.at < kept) {
        return Promise.resolve(old.values);
      }
      const values = kind === "event" ? host.events?.(eventType, abort.signal) : host.contexts?.(abort.signal);
      return values ?? Promise.resolve(none);
    };
    ask().then(
      (values) => {
        known.set(key, old?.values === values ? old : { at: Date.now(), values });
        setFound(values);
      },
      () => {
        // Without an answer there is the sample.
        if (!abort.signal.aborted) {
          setFound(none);
        }
      },
    );
    return () => {
      abort.abort();
    };
  }, [host, kind, eventType, isWanted]);
  return found;
}
