import { describe, expect, it } from "vitest";

import type { Schemas } from "../api/client";
import { overlaid, questionAbout } from "./host";
import type { Draft } from "./types";

const published = (id: string, name: string) =>
  ({ id, name, content: { label: `Published ${name}` } }) as unknown as Schemas["CatalogObject"];
const draft = (name: string, parts: Partial<Draft> = {}) =>
  ({
    type: "action-type",
    name,
    content: { inputs: [{ name: "n", type: "number", required: true }] },
    ...parts,
  }) as Draft;

describe("action types that the editor offers", () => {
  it("are the catalog's, overlaid by the drafts", () => {
    const found = overlaid([published("1", "a"), published("2", "b")], [draft("a"), draft("x", { type: "tool" })]);
    expect(found.map((info) => [info.name, info.label, info.draft])).toEqual([
      ["a", "a", true],
      ["b", "Published b", false],
    ]);
    expect(found[0]?.inputs).toEqual([{ name: "n", type: "number", required: true }]);
  });

  it("know a draft that was renamed by what it is based on", () => {
    expect(overlaid([published("1", "a")], [draft("renamed", { baseItemId: "1" })]).map((info) => info.name)).toEqual([
      "renamed",
    ]);
  });
});

describe("questions about a place", () => {
  const names = new Map([["n1", "Check"]]);
  const about = (kind: "canvas" | "node", nodeIds: string[]) => questionAbout({ kind, nodeIds, edgeIds: [] }, names);

  it("name what they are about", () => {
    expect(about("node", ["n1"])).toBe("About “Check” (n1): ");
    expect(about("canvas", [])).toBe("About this workflow: ");
    const problem = { severity: "error" as const, code: "X", message: "It is wrong" };
    expect(questionAbout({ kind: "problem", nodeIds: ["n1"], edgeIds: [], problem }, names)).toBe(
      "Please fix this problem at “Check” (n1): It is wrong",
    );
  });
});
