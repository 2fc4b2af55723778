import { describe, expect, it } from "vitest";

import { gist, inOrder, readDuration, readFlow, typeWord, wayWords } from "./document";

const flow = readFlow({
  nodes: [
    { id: "lost", type: "end" },
    { id: "end", type: "end", name: "End", config: { outcome: "refunded" } },
    {
      id: "ask",
      type: "human-task",
      name: "Ask",
      config: { outputs: [{ name: "a", label: "A" }, { name: "b" }], "x-heddle": {} },
    },
    { id: "check", type: "action", name: "Check", config: { actionType: "check-amount" } },
    { id: "start", type: "start", name: "Start", config: { inputs: [] } },
  ],
  edges: [
    { id: "1", source: "start", target: "check" },
    { id: "2", source: "check", target: "ask", condition: "context.a", label: "large" },
    { id: "3", source: "check", target: "end", isDefault: true },
    { id: "4", source: "ask", target: "check", isTimeout: true },
    { id: "5", source: "ask", target: "nowhere" },
  ],
});

describe("a document", () => {
  it("is read from the start on, also round a loop, and what is not reached comes last", () => {
    expect(inOrder(flow).map(({ id }) => id)).toEqual(["start", "check", "ask", "end", "lost"]);
  });

  it("tells what its steps are and do", () => {
    expect(inOrder(flow).map(typeWord)).toEqual(["Start", "Action", "Stage", "End", "End"]);
    expect(inOrder(flow).map(gist)).toEqual(["", "check-amount", "asks for A, b", "refunded", ""]);
    expect(flow.steps[0]?.name).toBe("lost");
  });

  it("tells when its ways are gone", () => {
    expect(flow.ways.map(wayWords)).toEqual(["", "large", "otherwise", "when no event comes in time", ""]);
  });

  it("may be no document at all", () => {
    expect(readFlow(null)).toEqual({ steps: [], ways: [] });
    expect(inOrder(readFlow({ nodes: 3, edges: ["x"] }))).toEqual([]);
  });
});

describe("a duration", () => {
  it("is put in words", () => {
    expect(["P14D", "P1DT12H", "PT1M", "PT0.5S", "soon", "P"].map(readDuration)).toEqual([
      "14 days",
      "1 day 12 hours",
      "1 minute",
      "0.5 seconds",
      "soon",
      "P",
    ]);
  });
});
