import { TextInput } from "@mantine/core";
import { useEffect, useState } from "react";

import { messageOf } from "../../api/problem";
import type { Schemas } from "../../api/client";
import panel from "../panel/panel.module.css";
import { useHost } from "../useFlow";

const wait = 250;
const inputClasses = { input: panel.mono ?? "" };

/** Tries a condition in the context where the run is. */
export function ConditionTester({ context }: { context: Record<string, unknown> }) {
  const host = useHost();
  const [expression, setExpression] = useState("");
  const [result, setResult] = useState<Schemas["EvaluationResult"] | string>();
  useEffect(() => {
    if (expression.trim() === "") {
      return;
    }
    const abort = new AbortController();
    const timer = setTimeout(() => {
      host
        .evaluate({ expression, scope: "edge-condition", context }, abort.signal)
        .then(setResult, (error: unknown) => {
          if (!abort.signal.aborted) {
            setResult(messageOf(error));
          }
        });
    }, wait);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [host, expression, context]);
  const trouble = typeof result === "string" ? result : result?.error?.message;
  const value = typeof result === "object" && !result.error ? JSON.stringify(result.value) : undefined;
  return (
    <section className={panel.section}>
      <h3>Try a condition here</h3>
      <TextInput
        aria-label="Condition to try"
        placeholder="context.amount > 200"
        value={expression}
        spellCheck={false}
        classNames={inputClasses}
        onChange={(event) => {
          setExpression(event.currentTarget.value);
        }}
      />
      {expression.trim() !== "" && result !== undefined && (
        <output className={panel.outcome} data-bad={trouble !== undefined}>
          <code>{trouble ?? value}</code>
          <span>{value === "true" ? "taken" : value === undefined ? "" : "not taken"}</span>
        </output>
      )}
    </section>
  );
}
