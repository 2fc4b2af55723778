import { describe, expect, it } from "vitest";

import type { HistoryEntry, Instance } from "../api/queries/instances";
import { readFlow } from "../lib/document";
import { causeOf, entryWords, failureWords, Names, pathOf } from "./path";

const at = "2026-01-01T00:00:00Z";
const instance: Instance = {
  id: "i",
  workflowId: "w",
  version: 1,
  status: "waiting",
  startedAt: at,
  startedBy: "u",
  updatedAt: at,
};
let seq = 0;
const entry = (kind: string, more: Partial<HistoryEntry> = {}): HistoryEntry => ({ seq: ++seq, at, kind, ...more });
const history = [
  entry("entered", { nodeId: "start" }),
  entry("completed", { nodeId: "start" }),
  entry("edge-taken", { edgeId: "a" }),
  entry("entered", { nodeId: "look" }),
  entry("rejected", { nodeId: "look" }),
  entry("edge-taken", { edgeId: "a" }),
  entry("entered", { nodeId: "look" }),
];
const branch = { branchId: "root", nodeId: "look", activationId: "i/2" };

describe("the path of a run", () => {
  it("holds what was done, what is active and how often a way was gone", () => {
    const path = pathOf(history, { ...instance, activeBranches: [branch] });
    expect([...path.steps]).toEqual([
      ["start", "done"],
      ["look", "active"],
    ]);
    expect(path.taken.get("a")).toBe(2);
    expect(path.visited).toEqual(["start", "look", "look"]);
  });

  it("marks where it failed, and nothing as active that has ended", () => {
    const failed = pathOf(history, {
      ...instance,
      status: "failed",
      activeBranches: [branch],
      failure: { code: "NO_ROUTE", nodeId: "look", message: "" },
    });
    expect(failed.steps.get("look")).toBe("failed");
    const cancelled = pathOf(history, { ...instance, status: "cancelled", endedAt: at, activeBranches: [branch] });
    expect(cancelled.steps.get("look")).toBe("left");
  });
});

describe("a history", () => {
  const names = new Names(
    readFlow({
      nodes: [
        { id: "look", name: "Look at it" },
        { id: "end", type: "end", name: "Over", config: { outcome: "paid" } },
      ],
      edges: [{ id: "a", source: "start", target: "look" }],
    }),
  );
  it.each([
    ["entered", {}, "Came to “Look at it”"],
    ["completed", {}, "Finished “Look at it”"],
    ["failed", { message: "exit code 3" }, "Could not go on at “Look at it”: exit code 3"],
    ["edge-taken", {}, "Went on to “Look at it”"],
    ["rejected", { toNodeId: "gone", message: "blurred" }, "“Look at it” was sent back to “gone”: blurred"],
    ["cancelled", {}, "Cancelled"],
    ["unheard-of", {}, "unheard-of “Look at it”"],
  ])("is told in words: %s", (kind, data, words) => {
    expect(entryWords(entry(kind, { nodeId: "look", edgeId: "a", data }), names)).toBe(words);
  });

  it("names what a step gave, and the outcome of the end", () => {
    expect(entryWords(entry("completed", { nodeId: "look" }), names, ["a", "b", "c"])).toBe(
      "Finished “Look at it”, which gave a, b and c",
    );
    expect(entryWords(entry("completed", { nodeId: "end" }), names)).toBe("Ended at “Over”, with the outcome “paid”");
  });

  it("says why it stopped", () => {
    expect(failureWords("NO_ROUTE")).toContain("No edge leads on");
    expect(failureWords("NEW_CODE")).toBe("The run could not go on");
  });
});

describe("the cause of a failure", () => {
  it("is the line that names the error, or the last one", () => {
    const trace =
      "the script ended with exit code 1\nfile:1\n  throw\nError: no till holds as much\n    at x\n\nNode.js v22";
    expect(causeOf(trace)).toBe("Error: no till holds as much");
    expect(causeOf("exit code 1\nTraceback\n  File x\njson.JSONDecodeError: bad: line 1\n")).toBe(
      "json.JSONDecodeError: bad: line 1",
    );
    expect([causeOf("exit code 1\nsh: jq: not found\n"), causeOf("no route")]).toEqual(["sh: jq: not found", ""]);
  });
});
