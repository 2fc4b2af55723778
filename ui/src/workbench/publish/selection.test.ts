import { describe, expect, it } from "vitest";

import { obstacleOf, preselected, reasonFor, toggled } from "./selection";

type Item = Parameters<typeof preselected>[0][number];

const item = (itemId: string, parts: Partial<Item> = {}): Item => ({
  itemId,
  change: "update",
  valid: true,
  requires: [],
  ...parts,
});
const sorted = (ids: Iterable<string>) => [...ids].sort().join(" ");
const conflict = (reason: "changed" | "name-taken") =>
  ({ item: "tool/t", reason, content: {}, contentRevision: "r" }) as NonNullable<Item["conflict"]>;

describe("what is to be published", () => {
  const workflow = item("w", { requires: ["a"] });
  const action = item("a", { change: "create", requires: ["t"] });
  const tool = item("t", { change: "create" });

  it.each<[string, Item[], string]>([
    ["is all that changed", [workflow, action, tool, item("x", { change: "unchanged" })], "a t w"],
    ["is nothing invalid", [item("a", { valid: false }), item("b")], "b"],
    ["is nothing that needs what is invalid", [workflow, item("a", { valid: false }), item("b")], "b"],
    ["needs nothing that is published as it is", [workflow, item("a", { change: "unchanged" })], "w"],
  ])("%s", (_, items, expected) => {
    expect(sorted(preselected(items))).toBe(expected);
  });

  it("takes along what is needed, and leaves out what needs it", () => {
    const items = [workflow, action, tool];
    expect(sorted(toggled(new Set(), "w", items))).toBe("a t w");
    expect(sorted(toggled(new Set(["a", "t", "w"]), "t", items))).toBe("");
    expect(sorted(toggled(new Set(["a", "t", "w"]), "w", items))).toBe("a t");
  });

  it("says what a draft goes along for, and what it lacks", () => {
    const items = [workflow, action, tool, item("x")].map((one) => ({ ...one, name: one.itemId.toUpperCase() }));
    const all = new Set(["w", "a", "t", "x"]);
    expect(reasonFor("t", all, items)).toEqual({ neededBy: ["W", "A"], lacks: [] });
    expect(reasonFor("x", all, items)).toEqual({ neededBy: [], lacks: [] });
    expect(reasonFor("w", toggled(all, "a", items), items)).toEqual({ neededBy: [], lacks: ["A"] });
    expect(reasonFor("a", new Set(["t"]), items)).toEqual({ neededBy: [], lacks: [] });
  });

  it.each<[string, Item[], boolean, string | undefined]>([
    ["nothing selected", [], false, "nothing"],
    ["something invalid", [item("a", { valid: false })], false, "invalid"],
    ["a conflict", [item("a", { conflict: conflict("changed") })], false, "conflict"],
    ["a conflict that is forced", [item("a", { conflict: conflict("changed") })], true, undefined],
    ["a name that is taken, force or not", [item("a", { conflict: conflict("name-taken") })], true, "name-taken"],
    ["nothing in the way", [item("a")], false, undefined],
  ])("%s", (_, items, force, obstacle) => {
    expect(obstacleOf(new Set(items.map((i) => i.itemId)), items, force)).toBe(obstacle);
  });
});
