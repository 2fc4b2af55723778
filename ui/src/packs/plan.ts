import { plural, t } from "@lingui/core/macro";

import type { PlannedItem } from "../api/queries/packs";
import { enumerated } from "../lib/format";

const changeWords = { create: "new", update: "changed", unchanged: t`as it is`, conflict: t`changed by others` };

/** What an import does to an item, in a word or two. */
export const changeWord = (item: PlannedItem): string => changeWords[item.change];

const kindWords: Record<string, string> = {
  workflow: t`Workflow`,
  "action-type": t`Action type`,
  tool: t`Tool`,
  "session-template": t`Session template`,
};

export const kindWord = (type: string): string => kindWords[type] ?? type;

/** What else is to be known about an item, line by line. */
export function notesOf(item: PlannedItem): string[] {
  const notes = item.problems.map(({ message }) => message);
  if (item.version !== undefined && item.change !== "unchanged") {
    notes.push(t`Makes version ${item.version}.`);
  }
  if (item.settings?.length) {
    notes.push(t`Changes the settings ${enumerated(item.settings)}.`);
  }
  if (item.keptBy?.length) {
    notes.push(t`${enumerated(item.keptBy)} will go on with what they have until they are published again.`);
  }
  return notes;
}

/** Whether a plan may be carried out, and what it comes to. */
export interface Verdict {
  /** Items with errors: nothing can be imported. */
  broken: number;
  conflicts: number;
  changes: number;
  summary: string;
}

export function verdictOf(items: PlannedItem[]): Verdict {
  const count = (...changes: string[]) => items.filter(({ change }) => changes.includes(change)).length;
  const broken = items.filter(({ problems }) => problems.some(({ severity }) => severity === "error")).length;
  const parts = [
    [count("create"), "new"],
    [count("update"), "changed"],
    [count("conflict"), t`changed by others`],
    [count("unchanged"), t`as they are`],
  ] as const;
  const said = parts.filter(([n]) => n > 0).map(([n, word]) => `${n} ${word}`);
  return {
    broken,
    conflicts: count("conflict"),
    changes: count("create", "update", "conflict"),
    summary: `${plural(items.length, { one: "# item", other: "# items" })}: ${said.join(", ") || t`nothing in it`}`,
  };
}
