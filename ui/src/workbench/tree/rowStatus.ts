import { plural } from "@lingui/core/macro";

import { isUnpublished } from "../list/status";
import type { Draft } from "../types";

export interface RowStatus {
  level: "valid" | "warnings" | "errors";
  problems: number;
  words: string;
  unpublished: boolean;
  byAi: boolean;
}

/** What the tree shows of a draft. */
export function rowStatus(
  draft: Pick<Draft, "problems" | "publishedRevision" | "contentRevision" | "lastAuthor">,
): RowStatus {
  const errors = draft.problems.filter((problem) => problem.severity === "error").length;
  const warnings = draft.problems.length - errors;
  const parts = [
    ...(errors > 0 ? [plural(errors, { one: "# error", other: "# errors" })] : []),
    ...(warnings > 0 ? [plural(warnings, { one: "# warning", other: "# warnings" })] : []),
  ];
  return {
    level: errors > 0 ? "errors" : warnings > 0 ? "warnings" : "valid",
    problems: draft.problems.length,
    words: parts.join(", ") || "valid",
    unpublished: isUnpublished(draft),
    byAi: draft.lastAuthor === "ai",
  };
}
