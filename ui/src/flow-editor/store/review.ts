import { t } from "@lingui/core/macro";

import type { EditorError, Proposal } from "../contract";
import { applyChecked, type ChangeSet, parseChangeSet } from "../model/changeset";
import { diffDocuments, type DocumentDiff, diffInWords } from "../model/diff";
import type { WorkflowDocument } from "../model/document";
import { Refusal } from "../model/opShape";
import { placed } from "../model/place";
import type { ProblemBalance } from "../model/problems";

/** A proposal that is shown for review. */
export interface Review {
  proposal: Proposal;
  set: ChangeSet;
  before: WorkflowDocument;
  /** The document with the proposal applied and new nodes placed. */
  after: WorkflowDocument;
  diff: DocumentDiff;
  /** The workflow was edited since, so that it can't be accepted any more. */
  isStale: boolean;
  /** What it introduces and fixes; undefined until that is known, null when nobody can tell. */
  balance?: ProblemBalance | null;
}

export type Tried<T> = { ok: true; value: T } | { ok: false; error: EditorError };

/** Applies a proposal to a document, with new nodes placed. */
export function tryProposal(
  document: WorkflowDocument,
  proposal: Proposal,
): Tried<{ set: ChangeSet; after: WorkflowDocument }> {
  try {
    const set = parseChangeSet(proposal.changeSet);
    return { ok: true, value: { set, after: placed(applyChecked(document, set)) } };
  } catch (error) {
    if (error instanceof Refusal) {
      return { ok: false, error: { code: error.code, message: error.reason } };
    }
    throw error;
  }
}

export const reviewOf = (
  proposal: Proposal,
  before: WorkflowDocument,
  { set, after }: { set: ChangeSet; after: WorkflowDocument },
): Review => ({ proposal, set, before, after, diff: diffDocuments(before, after), isStale: false });

/** Who a change set is from, for people. */
export function authorWord(author: string): string {
  return author.startsWith("agent:") ? t`Agent` : author === "user" ? t`You` : t`Heddle`;
}

/** What a change set is for: what its author says, else what it does. */
export function summaryOf({ set, diff, before, after }: Review): string {
  const words = diffInWords(diff, before, after);
  return set.summary || words.charAt(0).toUpperCase() + words.slice(1);
}

const speaker = (author: string): string => (author.startsWith("agent:") ? t`The AI` : authorWord(author));

/** What screen readers are told of a proposal. */
export function proposedWords({ set, diff, before, after }: Review): string {
  const does = diffInWords(diff, before, after);
  return t`${speaker(set.author)} proposes: ${set.summary ? `${set.summary.replace(/[.\s]*$/, "")}. It ${does}` : does}.`;
}

/** What screen readers are told of a change that was applied: “The AI added “Ask a manager”, changed “Check order”.” */
export function appliedWords({ set, diff, before, after }: Review): string {
  const told = `${speaker(set.author)} ${diffInWords(diff, before, after, "did")}.`;
  return set.summary ? `${told} ${set.summary}` : told;
}
