import { t } from "@lingui/core/macro";
import { useMemo, useState } from "react";

import { namesInContext } from "../model/complete";
import { CheckLine } from "../panel/CheckLine";
import { ExpressionBox } from "../panel/ExpressionBox";
import panel from "../panel/panel.module.css";
import { useCheck } from "../panel/useCheck";

/** Tries a condition in the context where the run is. */
export function ConditionTester({ context }: { context: Record<string, unknown> }) {
  const [expression, setExpression] = useState("");
  const text = useMemo(() => JSON.stringify(context), [context]);
  const names = useMemo(() => namesInContext(context), [context]);
  const check = useCheck(expression, "edge-condition", { context: text, event: undefined }, true);
  return (
    <section className={panel.section}>
      <h3>{t`Try a condition here`}</h3>
      <ExpressionBox
        label={t`Condition to try`}
        description={t`On the context that the run has now.`}
        placeholder="context.amount > 200"
        value={expression}
        onChange={setExpression}
        readOnly={false}
        issues={check && check.state !== "fine" ? check.issues : []}
        isInvalid={check?.state === "bad"}
        names={names}
      >
        {check?.state === "fine" ? (
          <output className={panel.outcome}>
            <code>{JSON.stringify(check.value)}</code>
            <span>{check.value === true ? "taken" : t`not taken`}</span>
          </output>
        ) : (
          <CheckLine check={check} hasProblems={false} isReal />
        )}
      </ExpressionBox>
    </section>
  );
}
