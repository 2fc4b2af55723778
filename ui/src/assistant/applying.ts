import { t } from "@lingui/core/macro";

import type { ConfigItem } from "../api/queries/configItems";
import type { PlannedItem } from "../api/queries/packs";
import { verdictOf } from "../packs/plan";

/** A draft beside what applying it would do, where the plan tells that. */
export interface ApplyRow {
  item: ConfigItem;
  planned: PlannedItem | undefined;
}

/** What plans call the kinds of drafts. */
const types: Record<string, PlannedItem["type"]> = {
  "action-types": "action-type",
  tools: "tool",
  "session-templates": "session-template",
  workflows: "workflow",
};

/** The drafts, each with its part of the plan. */
export const rowsOf = (items: readonly ConfigItem[], plan: readonly PlannedItem[] = []): ApplyRow[] =>
  items.map((item) => ({
    item,
    planned: plan.find(({ type, name }) => type === types[item.kind] && name === item.name),
  }));

export const unsavedWords = t`What you see of a draft is not saved, so another text would be applied. Settle that in the draft, or leave it out.`;

interface Circumstances {
  /** What others changed is to be overwritten. */
  force: boolean;
  /** The agent is at work. */
  busy: boolean;
  /** The text of a draft in this window is not saved. */
  unsaved: boolean;
}

/** Why a plan can't be carried out; undefined if it can. */
export function hindrance(plan: readonly PlannedItem[], { force, busy, unsaved }: Circumstances): string | undefined {
  const { broken, conflicts, changes } = verdictOf([...plan]);
  const taken = plan.some(({ conflict }) => conflict?.reason === "name-taken");
  if (busy) {
    return t`The agent is at work and may still change the drafts. Apply them when its turn ends, or interrupt it.`;
  }
  if (unsaved) {
    return unsavedWords;
  }
  if (broken > 0) {
    return t`Some drafts have errors, so nothing would be applied. Leave those out, or mend them.`;
  }
  if (taken) {
    return t`The name of a draft belongs to another object. Rename it, or leave it out.`;
  }
  if (conflicts > 0 && !force) {
    return t`Others changed the catalog since the drafts were begun. Look at both sides, then overwrite or leave those out.`;
  }
  return changes === 0 ? t`The catalog has all of this already.` : undefined;
}

const reasons: Record<string, string> = {
  changed: t`Others changed it since the draft was begun.`,
  deleted: t`Others deleted it since the draft was begun.`,
  exists: t`The draft is new, but the catalog has one of this name meanwhile.`,
  "name-taken": t`Another object has this name. Overwriting does not help: rename the draft.`,
};

export const reasonWords = (reason: string): string => reasons[reason] ?? reason;
