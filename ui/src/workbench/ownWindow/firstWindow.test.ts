import { describe, expect, it } from "vitest";

import {
  nextFirst,
  quietWhileAway,
  quietWhileLooking,
  quietWhileOpening,
  quietWhileReturning,
  type FirstEvent,
  type FirstState,
} from "./firstWindow";

function walk(state: FirstState, ...events: FirstEvent[]) {
  const steps: string[] = [];
  for (const event of events) {
    const [next, more] = nextFirst(state, event);
    state = next;
    steps.push(...more.map((step) => step.do));
  }
  return { state, steps: steps.filter((step) => step !== "ping") };
}

const ticks = (count: number): FirstEvent[] => Array.from({ length: count }, () => ({ type: "tick" }));
const here: FirstState = { phase: "here" };
const away: FirstState = { phase: "away", windowId: "e", quiet: 0 };
const hello: FirstEvent = { type: "hello", from: "e", edits: true };

describe("the first window", () => {
  it("edits at once where no other window was noted", () => {
    expect(walk(here, { type: "started", noted: false })).toEqual({ state: here, steps: ["edit-here"] });
  });

  it("gives the editor to the window that it opened", () => {
    expect(walk(here, { type: "opened" }, hello)).toEqual({ state: away, steps: ["give"] });
  });

  it("gives the editor to a window opened by hand only if it has it", () => {
    expect(walk(here, hello).state).toEqual(away);
    expect(walk(here, { ...hello, edits: false })).toEqual({ state: here, steps: [] });
  });

  it("goes on as before if the window never comes", () => {
    expect(walk(here, { type: "opened" }, ...ticks(quietWhileOpening)).state.phase).toBe("opening");
    expect(walk(here, { type: "opened" }, ...ticks(quietWhileOpening + 1))).toEqual({ state: here, steps: [] });
    expect(walk(here, { type: "opened" }, { type: "bring-back" }).state).toEqual(here);
  });

  it("takes the editor back when the other window closes", () => {
    expect(walk(away, { type: "gave", from: "e" })).toEqual({ state: here, steps: ["take-back"] });
    expect(walk(away, { type: "gave", from: "other" }).state).toEqual(away);
  });

  it("takes the editor back from a window that fell silent, not from one that answers", () => {
    const answer: FirstEvent = { type: "here", from: "e", free: true };
    expect(walk(away, ...ticks(quietWhileAway), answer, ...ticks(quietWhileAway)).state.phase).toBe("away");
    expect(walk(away, ...ticks(quietWhileAway + 1))).toEqual({ state: here, steps: ["forget", "take-back"] });
  });

  it("asks for the editor, and takes it if nothing answers", () => {
    const asked = walk(away, { type: "bring-back" });
    expect(asked.steps).toEqual(["ask-back"]);
    expect(walk(asked.state, { type: "gave", from: "e" })).toEqual({ state: here, steps: ["take-back"] });
    expect(walk(asked.state, ...ticks(quietWhileReturning + 1)).steps).toEqual(["forget", "take-back"]);
  });

  it("finds the other window again after a reload", () => {
    const noted: FirstEvent = { type: "started", noted: true };
    expect(walk(here, noted, { type: "here", from: "e", free: true })).toEqual({ state: away, steps: [] });
    expect(walk(here, noted, { type: "here", from: "e", free: false })).toEqual({ state: here, steps: ["edit-here"] });
    expect(walk(here, noted, ...ticks(quietWhileLooking + 1))).toEqual({ state: here, steps: ["forget", "edit-here"] });
  });
});
