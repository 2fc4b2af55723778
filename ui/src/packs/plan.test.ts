import { describe, expect, it } from "vitest";

import type { PlannedItem } from "../api/queries/packs";
import { changeWord, kindWord, notesOf, verdictOf } from "./plan";

const item = (change: string, more: Partial<PlannedItem> = {}): PlannedItem => ({
  type: "workflow",
  name: "refunds",
  change: change as PlannedItem["change"],
  contentRevision: "sha256:0",
  problems: [],
  ...more,
});

describe("the plan of an import", () => {
  it("says in words what happens to an item", () => {
    expect([changeWord(item("create")), changeWord(item("conflict"))]).toEqual(["new", "changed by others"]);
    expect([kindWord("action-type"), kindWord("later")]).toEqual(["Action type", "later"]);
    expect(notesOf(item("update", { version: 3, settings: ["entryMode", "branding"], keptBy: ["Claims"] }))).toEqual([
      "Makes version 3.",
      "Changes the settings entryMode and branding.",
      "Claims will go on with what they have until they are published again.",
    ]);
    expect(notesOf(item("unchanged", { version: 2 }))).toEqual([]);
  });

  it("is judged as a whole", () => {
    const problem = { severity: "error" as const, code: "X", message: "wrong" };
    expect(
      verdictOf([item("create"), item("unchanged"), item("conflict"), item("update", { problems: [problem] })]),
    ).toEqual({
      broken: 1,
      conflicts: 1,
      changes: 3,
      summary: "4 items: 1 new, 1 changed, 1 changed by others, 1 as they are",
    });
    expect(verdictOf([]).summary).toBe("0 items: nothing in it");
  });
});
