// The first window's side of an editor in a window of its own. A pure reducer; what is to be done comes back as steps.
// A tick comes each second; `quiet` counts those that went by without a word of the other window.
//
// | phase     | event                    | next      | what happens                                          |
// | start     | nothing was noted        | here      | edit here                                             |
// | start     | a window was noted       | looking   | ping                                                  |
// | looking   | it is there, free        | away      |                                                       |
// | looking   | it has another partner   | here      | edit here (and hear that another window edits)        |
// | looking   | quiet                    | here      | forget what was noted, edit here                      |
// | here      | opened                   | opening   |                                                       |
// | opening, here with the lease, away | hello | away | give: save, leave the lease to it, hand over the rest |
// | opening   | quiet, bring back        | here      |                                                       |
// | away      | tick                     | away      | ping                                                  |
// | away      | quiet: it crashed        | here      | take the lease back                                   |
// | away      | it closes                | here      | take the lease back, with what it had not saved       |
// | away      | bring back               | returning | ask for it                                            |
// | returning | it gives it, closes, or is quiet | here | take the lease back                               |

export type FirstState =
  | { phase: "here" }
  | { phase: "looking" | "opening"; quiet: number }
  | { phase: "away" | "returning"; windowId: string; quiet: number };

export type FirstEvent =
  | { type: "started"; noted: boolean }
  | { type: "opened" }
  /** The other window asks for the editor; `edits` tells whether this one has it. */
  | { type: "hello"; from: string; edits: boolean }
  | { type: "here"; from: string; free: boolean }
  | { type: "gave"; from: string }
  | { type: "bring-back" }
  | { type: "tick" };

export type FirstStep = { do: "edit-here" | "take-back" | "ping" | "forget" } | { do: "give" | "ask-back"; to: string };

export const quietWhileLooking = 1;
export const quietWhileOpening = 15;
export const quietWhileAway = 6;
export const quietWhileReturning = 3;

const here: FirstState = { phase: "here" };

export function nextFirst(state: FirstState, event: FirstEvent): [FirstState, FirstStep[]] {
  switch (event.type) {
    case "started":
      return event.noted ? [{ phase: "looking", quiet: 0 }, [{ do: "ping" }]] : [here, [{ do: "edit-here" }]];
    case "opened":
      return state.phase === "here" ? [{ phase: "opening", quiet: 0 }, []] : [state, []];
    case "hello":
      return mayGive(state, event.edits)
        ? [{ phase: "away", windowId: event.from, quiet: 0 }, [{ do: "give", to: event.from }]]
        : [state, []];
    case "here":
      return heard(state, event.from, event.free);
    case "gave":
      return isAway(state) && state.windowId === event.from ? [here, [{ do: "take-back" }]] : [state, []];
    case "bring-back":
      if (state.phase === "away") {
        return [{ ...state, phase: "returning", quiet: 0 }, [{ do: "ask-back", to: state.windowId }]];
      }
      return state.phase === "opening" ? [here, []] : [state, []];
    case "tick":
      return ticked(state);
  }
}

/** The editor is in the other window. */
export const isAway = (state: FirstState): state is Extract<FirstState, { windowId: string }> =>
  state.phase === "away" || state.phase === "returning";

function mayGive(state: FirstState, edits: boolean): boolean {
  return state.phase === "opening" || state.phase === "away" || (state.phase === "here" && edits);
}

function heard(state: FirstState, from: string, free: boolean): [FirstState, FirstStep[]] {
  switch (state.phase) {
    case "looking":
      return free ? [{ phase: "away", windowId: from, quiet: 0 }, []] : [here, [{ do: "edit-here" }]];
    case "away":
    case "returning":
      return state.windowId === from && state.phase === "away" ? [{ ...state, quiet: 0 }, []] : [state, []];
    default:
      return [state, []];
  }
}

function ticked(state: FirstState): [FirstState, FirstStep[]] {
  if (state.phase === "here") {
    return [state, []];
  }
  const quiet = state.quiet + 1;
  switch (state.phase) {
    case "looking":
      return quiet > quietWhileLooking
        ? [here, [{ do: "forget" }, { do: "edit-here" }]]
        : [{ ...state, quiet }, [{ do: "ping" }]];
    case "opening":
      return quiet > quietWhileOpening ? [here, []] : [{ ...state, quiet }, []];
    case "away":
      return quiet > quietWhileAway
        ? [here, [{ do: "forget" }, { do: "take-back" }]]
        : [{ ...state, quiet }, [{ do: "ping" }]];
    case "returning":
      return quiet > quietWhileReturning ? [here, [{ do: "forget" }, { do: "take-back" }]] : [{ ...state, quiet }, []];
  }
}
