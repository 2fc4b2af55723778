import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { IconAlertTriangle, IconExclamationCircle } from "@tabler/icons-react";

import type { ValidationProblem } from "../contract";
import { problemText } from "../model/problems";
import { useFlow, useHost } from "../useFlow";
import classes from "./panel.module.css";

interface Props {
  problems: readonly ValidationProblem[];
  /** Makes the mend that a problem suggests; undefined where there is none to make. */
  mend?: (problem: ValidationProblem) => (() => void) | undefined;
  /** What is said of a problem, where that is not its message. */
  words?: (problem: ValidationProblem) => string;
}

/** What is wrong here, the mend, and what the host can do about it. */
export function ProblemList({ problems, mend, words = problemText }: Props) {
  const host = useHost();
  const readOnly = useFlow((state) => state.readOnly);
  if (problems.length === 0) {
    return null;
  }
  return (
    <ul className={classes.problems} aria-label={t`Problems`}>
      {problems.map((problem, i) => {
        const actions = readOnly
          ? []
          : host.contextActions({
              kind: "problem",
              problem,
              nodeIds: problem.nodeId === undefined ? [] : [problem.nodeId],
              edgeIds: problem.edgeId === undefined ? [] : [problem.edgeId],
            });
        const fix = readOnly ? undefined : mend?.(problem);
        return (
          <li key={i} data-severity={problem.severity}>
            {problem.severity === "error" ? (
              <IconExclamationCircle size={15} stroke={1.6} aria-label={t`Error`} />
            ) : (
              <IconAlertTriangle size={15} stroke={1.6} aria-label={t`Warning`} />
            )}
            <div>
              {words(problem)}
              {(actions.length > 0 || fix) && (
                <div className={classes.problemActions}>
                  {fix && (
                    <button type="button" className={classes.link} onClick={fix}>
                      <Trans>
                        Use <code className={classes.mono}>{problem.suggestion}</code>
                      </Trans>
                    </button>
                  )}
                  {actions.map((action) => (
                    <button
                      key={action.id}
                      type="button"
                      className={classes.link}
                      data-ai="true"
                      disabled={action.disabled}
                      onClick={action.run}
                    >
                      {action.label}
                    </button>
                  ))}
                </div>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
