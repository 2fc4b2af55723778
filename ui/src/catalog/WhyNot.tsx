import { t } from "@lingui/core/macro";

import { isRefusal, ProblemError } from "../api/problem";
import { Notice, Refused } from "../components/Notice";
import type { CatalogKind } from "../api/queries/catalog";
import { isObject, textOf } from "../lib/json";
import { isDraftKind, kinds } from "./kinds";

interface WhyNotProps {
  what: string;
  error: unknown;
  kind: CatalogKind;
}

/** Why an object was not changed or deleted; who uses it is named. */
export function WhyNot({ what, error, kind }: WhyNotProps) {
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
      <span>
        {isDraftKind(kind)
          ? t`These workflows call the ${kinds[kind].one} by its name: ${users}. Publish them without it first.`
          : t`It is used by ${users}.`}
      </span>
    </Notice>
  );
}
