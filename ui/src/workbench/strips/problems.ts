import { t } from "@lingui/core/macro";

import type { Draft, ValidationProblem } from "../types";

export interface ListedProblem {
  itemId: string;
  itemName: string;
  problem: ValidationProblem;
}

/**
 * What is wrong with the drafts, errors first. Of the workflow, what the editor has just heard of its present text counts,
 * if it has heard anything.
 */
export function listProblems(
  drafts: readonly Pick<Draft, "id" | "type" | "name" | "problems">[],
  ofEditor: readonly ValidationProblem[] | undefined,
): ListedProblem[] {
  return listed(
    drafts.map((draft) => (draft.type === "workflow" && ofEditor ? { ...draft, problems: ofEditor } : draft)),
  );
}

/** What is wrong with drafts of any kind, errors first. */
export function listed(
  drafts: readonly { id: string; name: string; problems: readonly ValidationProblem[] }[],
): ListedProblem[] {
  const found = drafts.flatMap(({ id, name, problems }) =>
    problems.map((problem) => ({ itemId: id, itemName: name, problem })),
  );
  const errors = found.filter(({ problem }) => problem.severity === "error");
  return [...errors, ...found.filter(({ problem }) => problem.severity !== "error")];
}

/** The problem as a question for the agent. */
export function askToFix({ itemName, problem }: ListedProblem): string {
  const place = problem.nodeId ?? problem.edgeId ?? problem.field;
  return t`Please fix this in ${itemName}${place ? ` (${place})` : ""}: ${problem.message}`;
}
