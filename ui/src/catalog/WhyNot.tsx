import { t } from "@lingui/core/macro";

import { isRefusal, ProblemError } from "../api/problem";
import { Notice, Refused } from "../components/Notice";
import { isObject, textOf } from "../lib/json";

interface WhyNotProps {
  what: string;
  error: unknown;
  one: string;
}

/** Why an object was not changed or deleted; who uses it is named. */
export function WhyNot({ what, error, one }: WhyNotProps) {
  const details = isRefusal(error, "in-use") ? error.problem.details : undefined;
  const users = isObject(details) ? textOf(details.users) : "";
  if (users === "") {
    const problems = error instanceof ProblemError ? (error.problem.problems ?? []) : [];
    return problems.length === 0 ? (
      <Refused what={what} error={error} />
    ) : (
      <Notice tone="bad" title={what}>{t`What is wrong stands beside the fields, and in the list of problems.`}</Notice>
    );
  }
  return (
    <Notice tone="bad" title={t`${what}: it is in use`}>
      <span>{t`These workflows call the ${one} by its name: ${users}. Publish them without it first.`}</span>
    </Notice>
  );
}
