import { t } from "@lingui/core/macro";

import type { Composition, Draft } from "../types";

export interface CompositionStatus {
  kind: "working" | "review" | "published" | "changes" | "draft";
  words: string;
}

/** A draft that differs from what is published of it. */
export const isUnpublished = (draft: Pick<Draft, "publishedRevision" | "contentRevision">): boolean =>
  draft.publishedRevision !== draft.contentRevision;

/** What a composition waits for, in few words. */
export function statusOf(composition: Composition): CompositionStatus {
  if (composition.turnState !== "idle") {
    return { kind: "working", words: t`AI is working` };
  }
  if (composition.pendingTurnId !== undefined) {
    return { kind: "review", words: t`AI changes wait for you` };
  }
  const { drafts = 1, unpublished = 1 } = composition.summary ?? {};
  if (unpublished === drafts) {
    return { kind: "draft", words: t`Draft` };
  }
  return unpublished === 0
    ? { kind: "published", words: t`Published` }
    : { kind: "changes", words: t`${unpublished} of ${drafts} drafts not published` };
}
