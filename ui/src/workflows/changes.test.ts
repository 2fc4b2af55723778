import { describe, expect, it } from "vitest";

import { changesOf, namedChanges } from "./changes";

const before = {
  name: "Old",
  nodes: [
    { id: "a", type: "start", name: "Begin", config: {} },
    { id: "b", type: "action", name: "Check", config: { actionType: "check", inputs: { n: "1" } } },
    { id: "c", type: "wait", name: "Pause", config: {} },
  ],
  edges: [{ id: "1", source: "a", target: "b", condition: "context.n > 1" }],
};
const after = {
  name: "New",
  nodes: [
    { id: "a", type: "start", name: "Begin", config: {} },
    { id: "b", type: "action", name: "Check it", config: { actionType: "check", inputs: { n: "2" } } },
    { id: "d", type: "end", name: "Done", config: {} },
  ],
  edges: [
    { id: "1", source: "a", target: "b", condition: "context.n > 2" },
    { id: "2", source: "b", target: "d", isDefault: true },
  ],
};

describe("what a change set does", () => {
  it("is told in words, with the values that differ", () => {
    const ops = [
      { op: "updateNode", id: "b", patch: {} },
      { op: "removeNode", id: "c" },
      { op: "addNode", node: { id: "d" } },
      { op: "updateEdge", id: "1", patch: {} },
      { op: "addEdge", edge: { id: "2" } },
      { op: "removeEdge", id: "gone" },
      { op: "renameNode", id: "a", newId: "z" },
      { op: "metadata", patch: { name: "New" } },
      { op: "unheard-of" },
    ];
    expect(changesOf({ ops }, before, after)).toEqual([
      {
        kind: "changed",
        what: "Action “Check it”",
        details: [
          { name: "name", before: "Check", after: "Check it" },
          { name: "inputs", before: { n: "1" }, after: { n: "2" } },
        ],
      },
      { kind: "removed", what: "Wait “Pause”", details: [] },
      { kind: "added", what: "End “Done”", details: [] },
      {
        kind: "changed",
        what: "Edge from “Begin” to “Check it” (context.n > 2)",
        details: [{ name: "condition", before: "context.n > 1", after: "context.n > 2" }],
      },
      { kind: "added", what: "Edge from “Check it” to “Done” (otherwise)", details: [] },
      { kind: "removed", what: "Edge “gone”", details: [] },
      { kind: "changed", what: "Start “Begin”", details: [{ name: "id", before: "a", after: "z" }] },
      { kind: "changed", what: "The workflow", details: [{ name: "name", before: "Old", after: "New" }] },
    ]);
  });

  it("is nothing where there are no operations", () => {
    expect(changesOf({}, before, after)).toEqual([]);
  });
});

describe("what a version uses", () => {
  it("is compared by name and by what it holds", () => {
    const changes = namedChanges("Action type", { a: { x: 1 }, b: { x: 1 }, c: {} }, { a: { x: 2 }, c: {}, d: {} });
    expect(changes.map(({ kind, what }) => `${kind} ${what}`)).toEqual([
      "changed Action type “a”",
      "removed Action type “b”",
      "added Action type “d”",
    ]);
    expect(namedChanges("Tool", undefined, undefined)).toEqual([]);
  });
});
