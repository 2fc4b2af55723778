import type { Composition, Draft } from "../types";

export interface CompositionStatus {
  kind: "working" | "review" | "published" | "changes" | "draft";
  words: string;
}

/** A draft that differs from what is published of it. */
export const isUnpublished = (draft: Pick<Draft, "publishedRevision" | "contentRevision">): boolean =>
  draft.publishedRevision !== draft.contentRevision;

/** What a composition waits for, in few words. The drafts may be unknown yet. */
export function statusOf(composition: Composition, drafts: Draft[] | undefined): CompositionStatus {
  if (composition.turnState !== "idle") {
    return { kind: "working", words: "AI is working" };
  }
  if (composition.pendingTurnId !== undefined) {
    return { kind: "review", words: "AI changes wait for you" };
  }
  const workflow = drafts?.find((draft) => draft.type === "workflow");
  if (workflow?.publishedRevision === undefined) {
    return { kind: "draft", words: "Draft" };
  }
  const changed = drafts?.filter(isUnpublished).length ?? 0;
  return changed === 0
    ? { kind: "published", words: "Published" }
    : { kind: "changes", words: `Published, ${changed === 1 ? "1 newer draft" : `${changed} newer drafts`}` };
}
