// The window's part of the turn loop: who edits the workflow, what the AI is at, and what becomes of a change set that
// waits. A pure reducer; what is to be done comes back as steps.
//
// | lease   | event                | next    | what happens                                        |
// | none    | open                 | asking  | take                                                |
// | asking  | granted              | held    | load afresh: a waiting set may have been sent here  |
// | asking  | refused              | other   | read-only, named holder                             |
// | held    | renew refused, other window took it | other | read-only                              |
// | other   | nobody holds it      | asking  | take                                                |
// | other   | take over            | asking  | take-over                                           |
// | any     | close                | none    | release                                             |
// | any     | hand over            | none    | nothing: the other window takes it over             |
//
// | set     | state of the turn    | lease | editor | what happens                                   |
// | waits   | resolving            | held  | there  | apply, once for each set                       |
// | waits   | idle                 | held  | there  | propose, once for each set                     |
// | waits   | ai-working           | any   | any    | nothing: the turn builds on it                 |
// | gone    | any                  | held  | there  | withdraw, if it was proposed                   |
// A person may have a set tried again that the editor did not take.
import type { LoadedComposition } from "./types";

export interface Holder {
  windowId: string;
  name: string;
  userId?: string | undefined;
}

export type LeaseState =
  | { phase: "none" }
  | { phase: "asking" }
  | { phase: "held"; leaseId: string }
  | { phase: "other"; holder: Holder | undefined };

/** The set that the editor was given last, and as what. */
interface Shown {
  turnId: string;
  text: string;
  as: "applied" | "proposed";
}

export interface LoopState {
  windowId: string;
  lease: LeaseState;
  turn: LoadedComposition["turnState"];
  turnId: string | undefined;
  pending: { turnId: string; text: string } | undefined;
  editorReady: boolean;
  shown: Shown | undefined;
}

export type LoopEvent =
  | { type: "open" }
  | { type: "close" }
  | { type: "hand-over" }
  | { type: "take-over" }
  | { type: "lease-granted"; leaseId: string }
  | { type: "lease-refused"; holder?: Holder | undefined }
  | { type: "lease-changed"; windowId?: string | undefined; name?: string | undefined; userId?: string | undefined }
  | { type: "loaded"; composition: LoadedComposition }
  | { type: "turn-changed"; turn: LoadedComposition["turnState"]; turnId: string }
  | { type: "changeset" }
  | { type: "editor"; ready: boolean }
  | { type: "resolved"; turnId: string }
  | { type: "try-again" };

export type LoopStep =
  | { do: "lease"; action: "take" | "take-over" | "release" }
  | { do: "load" }
  | { do: "apply" | "propose"; turnId: string; changeSet: string }
  | { do: "withdraw" };

export const initialLoop = (windowId: string): LoopState => ({
  windowId,
  lease: { phase: "none" },
  turn: "idle",
  turnId: undefined,
  pending: undefined,
  editorReady: false,
  shown: undefined,
});

/** The next state and what has to be done for it. */
export function nextLoop(state: LoopState, event: LoopEvent): [LoopState, LoopStep[]] {
  const [next, steps] = transition(state, event);
  const [decided, more] = decide(next);
  return [decided, [...steps, ...more]];
}

function transition(state: LoopState, event: LoopEvent): [LoopState, LoopStep[]] {
  switch (event.type) {
    case "open":
      return [{ ...state, lease: { phase: "asking" } }, [{ do: "lease", action: "take" }]];
    case "close": {
      const held = state.lease.phase === "held" || state.lease.phase === "asking";
      return [
        { ...state, lease: { phase: "none" }, shown: undefined },
        held ? [{ do: "lease", action: "release" }] : [],
      ];
    }
    case "hand-over":
      return [{ ...state, lease: { phase: "none" }, shown: undefined }, []];
    case "take-over":
      return [{ ...state, lease: { phase: "asking" } }, [{ do: "lease", action: "take-over" }]];
    case "lease-granted":
      if (state.lease.phase === "none") {
        return [state, []];
      }
      return [
        { ...state, lease: { phase: "held", leaseId: event.leaseId } },
        state.lease.phase === "held" ? [] : [{ do: "load" }],
      ];
    case "lease-refused":
      return state.lease.phase === "none"
        ? [state, []]
        : [{ ...state, lease: { phase: "other", holder: event.holder }, shown: undefined }, []];
    case "lease-changed":
      return leaseChanged(state, event);
    case "loaded": {
      const { turnState, currentTurnId, pendingTurnId, pendingText } = event.composition;
      const pending = pendingTurnId && pendingText ? { turnId: pendingTurnId, text: pendingText } : undefined;
      return [{ ...state, turn: turnState, turnId: currentTurnId, pending }, []];
    }
    case "turn-changed":
      return [
        { ...state, turn: event.turn, turnId: event.turn === "idle" ? undefined : event.turnId },
        event.turn === "ai-working" ? [] : [{ do: "load" }],
      ];
    case "changeset":
      return [state, [{ do: "load" }]];
    case "editor":
      return [{ ...state, editorReady: event.ready, shown: event.ready ? state.shown : undefined }, []];
    case "try-again":
      return [{ ...state, pending: undefined, shown: undefined }, [{ do: "load" }]];
    case "resolved": {
      const gone = state.pending?.turnId === event.turnId;
      return [{ ...state, pending: gone ? undefined : state.pending, shown: undefined }, [{ do: "load" }]];
    }
  }
}

function leaseChanged(
  state: LoopState,
  { windowId, name, userId }: Extract<LoopEvent, { type: "lease-changed" }>,
): [LoopState, LoopStep[]] {
  if (state.lease.phase === "none" || windowId === state.windowId) {
    return [state, []];
  }
  if (windowId !== undefined) {
    return [
      { ...state, lease: { phase: "other", holder: { windowId, name: name ?? "", userId } }, shown: undefined },
      [],
    ];
  }
  if (state.lease.phase === "other") {
    return [{ ...state, lease: { phase: "asking" } }, [{ do: "lease", action: "take" }]];
  }
  return [state, []];
}

/** What the editor has to be told of the set that waits, if anything. */
function decide(state: LoopState): [LoopState, LoopStep[]] {
  if (state.lease.phase !== "held" || !state.editorReady) {
    return [state, []];
  }
  const { pending, shown, turn } = state;
  if (!pending) {
    return shown?.as === "proposed" ? [{ ...state, shown: undefined }, [{ do: "withdraw" }]] : [state, []];
  }
  if (turn === "ai-working") {
    return [state, []];
  }
  const as = turn === "resolving" ? "applied" : "proposed";
  if (shown?.turnId === pending.turnId && shown.text === pending.text && (shown.as === as || shown.as === "applied")) {
    return [state, []];
  }
  return [
    { ...state, shown: { ...pending, as } },
    [{ do: as === "applied" ? "apply" : "propose", turnId: pending.turnId, changeSet: pending.text }],
  ];
}

/** Why the workflow can't be edited here, if it can't. */
export function readOnlyReason(state: LoopState): "asking" | "other" | undefined {
  return state.lease.phase === "held" ? undefined : state.lease.phase === "other" ? "other" : "asking";
}
