import { Textarea } from "@mantine/core";
import { useEffect, useState } from "react";

import { messageOf } from "../../api/problem";
import type { Schemas } from "../../api/client";
import { checkJson, JsonError } from "../model/jsonCheck";
import { parsePayload } from "../model/payload";
import { sampleContext, sampleEvent } from "../model/sample";
import { useHost } from "../useFlow";
import type { Scope } from "./ExpressionInput";
import classes from "./panel.module.css";

interface Props {
  expression: string;
  scope: Scope;
  variables: Schemas["VariableList"] | undefined;
}

interface Outcome {
  text: string;
  isBad: boolean;
  type?: string | undefined;
}

const wait = 250;
const inputClasses = { input: classes.mono ?? "" };

/** What an expression comes out as, with a context that can be changed. */
export function ExpressionTester({ expression, scope, variables }: Props) {
  const host = useHost();
  const hasEvent = scope.startsWith("receive-event") || scope === "correlation-event-key";
  const hasContext = scope !== "correlation-event-key";
  const [context, setContext] = useState<string>();
  const [event, setEvent] = useState(sampleEvent);
  const [outcome, setOutcome] = useState<Outcome>();
  const contextText = context ?? sampleContext(variables);
  useEffect(() => {
    if (expression.trim() === "") {
      return;
    }
    const abort = new AbortController();
    const timer = setTimeout(() => {
      const question = questionOf(expression, scope, hasContext ? contextText : "{}", hasEvent ? event : undefined);
      if ("isBad" in question) {
        setOutcome(question);
        return;
      }
      host.evaluate(question, abort.signal).then(
        (result) => {
          setOutcome(outcomeOf(result));
        },
        (error: unknown) => {
          if (!abort.signal.aborted) {
            setOutcome({ text: messageOf(error), isBad: true });
          }
        },
      );
    }, wait);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [host, expression, scope, contextText, event, hasContext, hasEvent]);
  return (
    <div className={classes.tester}>
      {hasContext && (
        <Textarea
          label="Context to try it with"
          value={contextText}
          autosize
          minRows={2}
          maxRows={10}
          spellCheck={false}
          classNames={inputClasses}
          onChange={(change) => {
            setContext(change.currentTarget.value);
          }}
        />
      )}
      {hasEvent && (
        <Textarea
          label="Event to try it with"
          value={event}
          autosize
          minRows={2}
          maxRows={10}
          spellCheck={false}
          classNames={inputClasses}
          onChange={(change) => {
            setEvent(change.currentTarget.value);
          }}
        />
      )}
      <output className={classes.outcome} data-bad={outcome?.isBad}>
        {expression.trim() === "" || !outcome ? (
          <span>Write an expression to see what it comes out as.</span>
        ) : (
          <>
            <code>{outcome.text}</code>
            {outcome.type && <span>{outcome.type}</span>}
          </>
        )}
      </output>
    </div>
  );
}

function questionOf(
  expression: string,
  scope: Scope,
  context: string,
  event: string | undefined,
): Schemas["Evaluation"] | Outcome {
  try {
    for (const text of [context, event ?? "{}"]) {
      checkJson(text);
    }
    return {
      expression,
      scope,
      context: parsePayload(context),
      ...(event === undefined ? {} : { event: parsePayload(event) }),
    };
  } catch (error) {
    if (error instanceof JsonError) {
      return { text: `What to try it with is no JSON: ${error.message}`, isBad: true };
    }
    throw error;
  }
}

const outcomeOf = ({ value, type, error }: Schemas["EvaluationResult"]): Outcome =>
  error ? { text: error.message, isBad: true } : { text: JSON.stringify(value, null, 1), isBad: false, type };
