import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";

import { isRefusal, messageOf, ProblemError } from "../../api/problem";
import classes from "./PublishDialog.module.css";

/** Why nothing was published, and what to do about it. */
export function Refusal({ error, onAgain }: { error: Error; onAgain: () => void }) {
  if (isRefusal(error, "changed-outside") && !error.message.includes("by force either")) {
    return (
      <div role="alert" className={classes.refusal}>
        <p>{t`Something newer was published in the meantime, so nothing was published. Look at both sides before you overwrite it.`}</p>
        <Button variant="default" size="compact-xs" onClick={onAgain}>{t`Look at both sides`}</Button>
      </div>
    );
  }
  const problems = error instanceof ProblemError ? (error.problem.problems ?? []) : [];
  const message = messageOf(error);
  return (
    <div role="alert" className={classes.refusal}>
      <p>{message}</p>
      {!/nothing was published/i.test(message) && <p>{t`Nothing was published.`}</p>}
      <ul>
        {problems.map((problem) => (
          <li key={`${problem.item ?? ""} ${problem.message}`}>
            {problem.item ? `${problem.item}: ` : ""}
            {problem.message}
          </li>
        ))}
      </ul>
      <Button variant="default" size="compact-xs" onClick={onAgain}>{t`Look again`}</Button>
    </div>
  );
}
