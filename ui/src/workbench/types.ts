import { t } from "@lingui/core/macro";

import type { Schemas } from "../api/client";

export type Composition = Schemas["Composition"];
export type Turn = Schemas["Turn"];
export type SessionEvent = Schemas["SessionEvent"];
export type ValidationProblem = Schemas["ValidationProblem"];

/** A draft, with its content as it was sent. */
export type Draft = Schemas["Item"] & { text: string };

/** A composition, with the change set that waits as it was sent. */
export type LoadedComposition = Composition & { pendingText?: string };

export type DraftType = "action-type" | "tool";

/** How people call the types of drafts. */
export const typeWords: Record<Schemas["ItemType"], string> = {
  workflow: t`Workflow`,
  "action-type": t`Action type`,
  tool: t`Tool`,
};
