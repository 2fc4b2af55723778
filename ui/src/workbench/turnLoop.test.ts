import { describe, expect, it } from "vitest";

import { initialLoop, nextLoop, readOnlyReason, type LoopEvent, type LoopState, type LoopStep } from "./turnLoop";
import type { LoadedComposition } from "./types";

const composition = (parts: Partial<LoadedComposition>) => ({ turnState: "idle", ...parts }) as LoadedComposition;
const pending = (text = "set", turnId = "t1") => ({ pendingTurnId: turnId, pendingText: text });
const loaded = (parts: Partial<LoadedComposition>): LoopEvent => ({ type: "loaded", composition: composition(parts) });
const granted: LoopEvent = { type: "lease-granted", leaseId: "l" };
const ready: LoopEvent = { type: "editor", ready: true };

function walk(...events: LoopEvent[]): { state: LoopState; last: LoopStep[] } {
  let state = initialLoop("here");
  let last: LoopStep[] = [];
  for (const event of events) {
    [state, last] = nextLoop(state, event);
  }
  return { state, last };
}

const open: LoopEvent[] = [{ type: "open" }, granted, ready];
const apply = (changeSet = "set") => ({ do: "apply", turnId: "t1", changeSet });
const propose = (changeSet = "set") => ({ do: "propose", turnId: "t1", changeSet });

describe("the lease of a window", () => {
  it.each<[string, LoopEvent[], string, LoopStep[]]>([
    ["opening takes it", [{ type: "open" }], "asking", [{ do: "lease", action: "take" }]],
    ["granted: what waits is loaded", [{ type: "open" }, granted], "held", [{ do: "load" }]],
    ["a renewal loads nothing", [{ type: "open" }, granted, granted], "held", []],
    ["refused", [{ type: "open" }, { type: "lease-refused", holder: { windowId: "w", name: "A" } }], "other", []],
    ["lost", [...open, { type: "lease-refused" }], "other", []],
    ["taken by another window", [...open, { type: "lease-changed", windowId: "w", name: "A" }], "other", []],
    ["the echo of its own", [...open, { type: "lease-changed", windowId: "here" }], "held", []],
    [
      "the other window closes",
      [{ type: "open" }, { type: "lease-refused" }, { type: "lease-changed" }],
      "asking",
      [{ do: "lease", action: "take" }],
    ],
    [
      "taking over",
      [{ type: "open" }, { type: "lease-refused" }, { type: "take-over" }],
      "asking",
      [{ do: "lease", action: "take-over" }],
    ],
    ["closing", [...open, { type: "close" }], "none", [{ do: "lease", action: "release" }]],
    ["an answer after closing", [{ type: "open" }, { type: "close" }, granted], "none", []],
    ["closing what another holds", [{ type: "open" }, { type: "lease-refused" }, { type: "close" }], "none", []],
  ])("%s", (_, events, phase, steps) => {
    const { state, last } = walk(...events);
    expect(state.lease.phase).toBe(phase);
    expect(last).toEqual(steps);
  });

  it("says why the workflow is read-only", () => {
    expect(readOnlyReason(walk({ type: "open" }).state)).toBe("asking");
    expect(readOnlyReason(walk(...open).state)).toBeUndefined();
    expect(readOnlyReason(walk({ type: "open" }, { type: "lease-refused" }).state)).toBe("other");
  });
});

describe("a change set that waits", () => {
  const resolving = loaded({ turnState: "resolving", currentTurnId: "t1", ...pending() });
  const idle = loaded(pending());

  it.each<[string, LoopEvent[], unknown[]]>([
    ["live: is applied", [...open, resolving], [apply()]],
    ["review: is proposed", [...open, idle], [propose()]],
    ["waits for the editor", [{ type: "open" }, granted, resolving], []],
    ["is applied once the editor is there", [{ type: "open" }, granted, resolving, ready], [apply()]],
    ["is shown to no window without the lease", [{ type: "open" }, ready, resolving], []],
    ["is applied once", [...open, resolving, resolving], []],
    ["is not proposed when the turn goes idle over its save", [...open, resolving, idle], []],
    [
      "is applied again when it was carried over",
      [...open, resolving, loaded({ turnState: "resolving", ...pending("set 2") })],
      [apply("set 2")],
    ],
    ["is proposed anew when it was carried over", [...open, idle, loaded(pending("set 2"))], [propose("set 2")]],
    ["is left alone while the AI works on", [...open, loaded({ turnState: "ai-working", ...pending() })], []],
    ["is withdrawn when it is gone", [...open, idle, loaded({})], [{ do: "withdraw" }]],
    ["needs no withdrawing when it was applied", [...open, resolving, loaded({})], []],
    [
      "is proposed again to an editor that was opened anew",
      [...open, idle, { type: "editor", ready: false }, ready],
      [propose()],
    ],
    ["is loaded afresh when a person wants it tried again", [...open, idle, { type: "try-again" }], [{ do: "load" }]],
    ["is tried again then", [...open, idle, { type: "try-again" }, idle], [propose()]],
    [
      "is shown again when it could not be applied",
      [...open, resolving, { type: "resolved", turnId: "t1" }, idle],
      [propose()],
    ],
  ])("%s", (_, events, steps) => {
    expect(walk(...events).last).toEqual(steps);
  });

  it("is loaded when a turn has ended", () => {
    expect(walk(...open, { type: "turn-changed", turn: "resolving", turnId: "t1" }).last).toEqual([{ do: "load" }]);
    expect(walk(...open, { type: "turn-changed", turn: "idle", turnId: "t1" }).last).toEqual([{ do: "load" }]);
    const { state, last } = walk(...open, { type: "turn-changed", turn: "ai-working", turnId: "t1" });
    expect(last).toEqual([]);
    expect(state.turnId).toBe("t1");
  });
});
