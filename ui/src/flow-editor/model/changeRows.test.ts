import { describe, expect, it } from "vitest";

import { boundsOf } from "./bounds";
import { changeRows } from "./changeRows";
import { diffDocuments } from "./diff";
import { WorkflowDocument } from "./document";

const at = (x: number, y: number) => ({ x, y });
const before = WorkflowDocument.parse(
  JSON.stringify({
    id: "w",
    name: "Old",
    nodes: [
      { id: "a", type: "start", name: "Start", config: {}, position: at(0, 0) },
      { id: "b", type: "wait", name: "Wait", config: { duration: "PT1H" }, position: at(300, 50) },
    ],
    edges: [{ id: "ab", source: "a", target: "b", priority: 0, isDefault: false }],
  }),
);
const after = WorkflowDocument.parse(
  JSON.stringify({
    id: "w",
    name: "New",
    nodes: [
      { id: "a", type: "start", name: "Begin", config: {}, position: at(0, 0) },
      { id: "c", type: "end", name: "End", config: { outcome: "done" }, position: at(300, 50) },
    ],
    edges: [],
  }),
);

describe("the list of changes", () => {
  const rows = changeRows(diffDocuments(before, after), before, after);
  it("names what changed, by the document that has it", () => {
    expect(rows.map(({ title, fate }) => `${title}: ${fate}`)).toEqual([
      "The workflow: changed",
      "End: added",
      "Begin: changed",
      "Wait: removed",
      "Start → Wait: removed",
    ]);
  });
  it("tells all fields of what is new or gone, settings one by one", () => {
    const fields = (key: string) =>
      rows
        .find((row) => row.key === key)
        ?.change.fields.map(({ path, before: was, after: is }) => [path.join("."), was, is]);
    expect(fields("node c")).toContainEqual(["config.outcome", undefined, '"done"']);
    expect(fields("node b")).toContainEqual(["config.duration", '"PT1H"', undefined]);
    expect(fields("node a")).toEqual([["name", '"Start"', '"Begin"']]);
  });
  it("has bounds that hold both", () => {
    expect(boundsOf(before, after)).toEqual({ x: 0, y: 0, width: 480, height: 110 });
  });
});
