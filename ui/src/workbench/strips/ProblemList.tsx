import { t } from "@lingui/core/macro";
import { IconAlertTriangle, IconCircleCheck, IconExclamationCircle } from "@tabler/icons-react";

import type { ListedProblem } from "./problems";
import classes from "./Strip.module.css";

interface Props {
  problems: readonly ListedProblem[];
  /** The agent can't be asked now. */
  busy: boolean;
  onShow: (listed: ListedProblem) => void;
  onAsk: (listed: ListedProblem) => void;
}

/** What is wrong with drafts. A click shows the place. */
export function ProblemList({ problems, busy, onShow, onAsk }: Props) {
  if (problems.length === 0) {
    return (
      <p className={classes.fine}>
        <IconCircleCheck size={15} stroke={1.5} aria-hidden /> {t`Nothing is wrong with the drafts.`}
      </p>
    );
  }
  return (
    <ul className={classes.problems}>
      {problems.map((listed, index) => (
        <Listed
          key={index}
          listed={listed}
          busy={busy}
          onShow={() => {
            onShow(listed);
          }}
          onAsk={() => {
            onAsk(listed);
          }}
        />
      ))}
    </ul>
  );
}

interface ListedProps {
  listed: ListedProblem;
  busy: boolean;
  onShow: () => void;
  onAsk: () => void;
}

function Listed({ listed: { problem, itemName }, busy, onShow, onAsk }: ListedProps) {
  const error = problem.severity === "error";
  const Icon = error ? IconExclamationCircle : IconAlertTriangle;
  return (
    <li>
      <button type="button" className={classes.problem} onClick={onShow}>
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
      <button type="button" className={classes.fix} disabled={busy} onClick={onAsk}>{t`Ask AI to fix this`}</button>
    </li>
  );
}
