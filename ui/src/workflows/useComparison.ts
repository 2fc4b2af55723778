import { t } from "@lingui/core/macro";

import { isRefusal } from "../api/problem";
import { useDocumentDiff, useVersion } from "../api/queries/workflows";
import { isObject } from "../lib/json";
import { changesOf, namedChanges, type Change } from "./changes";

/** How two versions differ. */
export interface Comparison {
  before: unknown;
  after: unknown;
  /** In the document; nothing where that can't be told change by change. */
  document?: { changes: Change[]; summary: string; moved: number };
  /** In the action types and tools that they use. */
  used: Change[];
}

/** Compares two versions of a workflow. */
export function useComparison(workflowId: string, from: number | undefined, to: number | undefined) {
  const before = useVersion(workflowId, from);
  const after = useVersion(workflowId, to);
  const [old, now] = [before.data?.snapshot, after.data?.snapshot];
  const diff = useDocumentDiff(old?.document, now?.document, [workflowId, from, to]);
  const inWhole = isRefusal(diff.error, "not-expressible");
  const error = before.error ?? after.error ?? (inWhole ? null : diff.error);
  if (error) {
    return { error };
  }
  if (!old || !now || !(diff.data ?? inWhole)) {
    return {};
  }
  const [oldDocument, nowDocument] = [old.document, now.document];
  const comparison: Comparison = {
    before: oldDocument,
    after: nowDocument,
    used: [
      ...namedChanges(t`Action type`, old.actionTypes, now.actionTypes),
      ...namedChanges(t`Tool`, old.tools, now.tools),
    ],
  };
  if (diff.data && isObject(oldDocument) && isObject(nowDocument)) {
    comparison.document = {
      changes: changesOf(diff.data.changeSet, oldDocument, nowDocument),
      summary: diff.data.summary,
      moved: diff.data.cosmetic.length,
    };
  }
  return { comparison };
}
