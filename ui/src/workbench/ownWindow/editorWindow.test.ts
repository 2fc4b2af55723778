import { describe, expect, it } from "vitest";

import { nextEditor, quietWhileAsking, quietWhilePaired, type EditorEvent, type EditorState } from "./editorWindow";

function walk(state: EditorState, ...events: EditorEvent[]) {
  const steps: string[] = [];
  for (const event of events) {
    const [next, more] = nextEditor(state, event);
    state = next;
    steps.push(...more.map((step) => step.do));
  }
  return { state, steps };
}

const ticks = (count: number): EditorEvent[] => Array.from({ length: count }, () => ({ type: "tick" }));
const asking: EditorState = { phase: "asking", quiet: 0 };
const paired: EditorState = { phase: "paired", partner: "f", quiet: 0 };
const alone: EditorState = { phase: "alone" };

describe("the editor's own window", () => {
  it("asks for the editor and takes the lease over when it gets it", () => {
    expect(walk(asking, { type: "started" }, { type: "yours", from: "f" })).toEqual({
      state: paired,
      steps: ["hello", "take-over", "answer"],
    });
  });

  it("takes the lease once, however often it is told", () => {
    expect(walk(paired, { type: "yours", from: "f" }).steps).toEqual(["answer"]);
  });

  it("edits alone where no workbench is open", () => {
    const { state, steps } = walk(asking, ...ticks(quietWhileAsking + 1));
    expect(state).toEqual(alone);
    expect(steps.at(-1)).toBe("take");
  });

  it("works together with a workbench that is opened later", () => {
    expect(walk(alone, { type: "ping", from: "f" })).toEqual({ state: paired, steps: ["answer"] });
  });

  it("keeps its partner when another window asks", () => {
    expect(walk(paired, { type: "ping", from: "g" })).toEqual({ state: paired, steps: ["answer"] });
  });

  it("is alone when the workbench closes or falls silent", () => {
    expect(walk(paired, { type: "bye", from: "f" }).state).toEqual(alone);
    expect(walk(paired, { type: "bye", from: "g" }).state).toEqual(paired);
    expect(walk(paired, ...ticks(quietWhilePaired + 1)).state).toEqual(alone);
    expect(walk(paired, ...ticks(quietWhilePaired), { type: "ping", from: "f" }).state).toEqual(paired);
  });

  it("gives the editor back when it is asked, and is then gone for good", () => {
    const { state, steps } = walk(paired, { type: "come-back", from: "f" });
    expect(steps).toEqual(["give-back"]);
    expect(walk(state, { type: "yours", from: "f" }, { type: "ping", from: "f" }, { type: "tick" })).toEqual({
      state: { phase: "gone" },
      steps: [],
    });
  });
});
