import { t } from "@lingui/core/macro";
import { IconAlertTriangle, IconCircleCheck, IconExclamationCircle } from "@tabler/icons-react";

import { useWorkbench } from "../context";
import { askToFix, type ListedProblem } from "./problems";
import classes from "./Strip.module.css";

/** What is wrong with the drafts. A click shows the place. */
export function Problems({ problems }: { problems: ListedProblem[] }) {
  const { reveal, ask, composition } = useWorkbench();
  if (problems.length === 0) {
    return (
      <p className={classes.fine}>
        <IconCircleCheck size={15} stroke={1.5} aria-hidden /> {t`Nothing is wrong with the drafts.`}
      </p>
    );
  }
  return (
    <ul className={classes.problems}>
      {problems.map((listed, index) => {
        const { problem, itemName, itemId } = listed;
        const error = problem.severity === "error";
        const Icon = error ? IconExclamationCircle : IconAlertTriangle;
        return (
          <li key={index}>
            <button
              type="button"
              className={classes.problem}
              onClick={() => {
                reveal({ itemId, nodeId: problem.nodeId, edgeId: problem.edgeId, field: problem.field });
              }}
            >
              <Icon
                className={classes.severity}
                data-error={error}
                size={15}
                stroke={1.6}
                aria-label={error ? t`Error` : t`Warning`}
              />
              <span>
                <strong>{itemName}</strong> {problem.message}
                {problem.suggestion && <em> {problem.suggestion}</em>}
              </span>
            </button>
            <button
              type="button"
              className={classes.fix}
              disabled={composition.turnState !== "idle"}
              onClick={() => {
                ask(askToFix(listed));
              }}
            >{t`Ask AI to fix this`}</button>
          </li>
        );
      })}
    </ul>
  );
}
