// The side of the window that holds nothing but the editor. A pure reducer; what is to be done comes back as steps.
//
// | phase  | event                     | next   | what happens                                             |
// | start  |                           | asking | hello                                                    |
// | asking | it is yours               | paired | take the lease over, take in what was not saved          |
// | asking | quiet: no workbench open  | alone  | take the lease as every window does                      |
// | alone  | ping                      | paired | answer                                                   |
// | paired | ping                      | paired | answer, also others, so that they know of the partner    |
// | paired | the partner closes, quiet | alone  |                                                          |
// | paired, alone | come back          | gone   | save, leave the lease, hand over the rest, close         |

export type EditorState =
  | { phase: "asking"; quiet: number }
  | { phase: "paired"; partner: string; quiet: number }
  | { phase: "alone" }
  | { phase: "gone" };

export type EditorEvent =
  | { type: "started" }
  | { type: "yours"; from: string }
  | { type: "ping"; from: string }
  | { type: "come-back"; from: string }
  | { type: "bye"; from: string }
  | { type: "tick" };

export type EditorStep = { do: "hello" | "take" | "take-over" | "answer" } | { do: "give-back"; to: string };

export const quietWhileAsking = 2;
/** Timers of hidden windows come once a minute. */
export const quietWhilePaired = 80;

export function nextEditor(state: EditorState, event: EditorEvent): [EditorState, EditorStep[]] {
  if (state.phase === "gone" && event.type !== "started") {
    return [state, []];
  }
  switch (event.type) {
    case "started":
      return [{ phase: "asking", quiet: 0 }, [{ do: "hello" }]];
    case "yours":
      return [
        { phase: "paired", partner: event.from, quiet: 0 },
        state.phase === "asking" ? [{ do: "take-over" }, { do: "answer" }] : [{ do: "answer" }],
      ];
    case "ping":
      return pinged(state, event.from);
    case "come-back":
      return [{ phase: "gone" }, [{ do: "give-back", to: event.from }]];
    case "bye":
      return state.phase === "paired" && state.partner === event.from ? [{ phase: "alone" }, []] : [state, []];
    case "tick":
      return ticked(state);
  }
}

function pinged(state: EditorState, from: string): [EditorState, EditorStep[]] {
  switch (state.phase) {
    case "alone":
      return [{ phase: "paired", partner: from, quiet: 0 }, [{ do: "answer" }]];
    case "paired":
      return [state.partner === from ? { ...state, quiet: 0 } : state, [{ do: "answer" }]];
    default:
      return [state, []];
  }
}

function ticked(state: EditorState): [EditorState, EditorStep[]] {
  switch (state.phase) {
    case "asking":
      return state.quiet >= quietWhileAsking
        ? [{ phase: "alone" }, [{ do: "take" }]]
        : [{ ...state, quiet: state.quiet + 1 }, [{ do: "hello" }]];
    case "paired":
      return state.quiet >= quietWhilePaired ? [{ phase: "alone" }, []] : [{ ...state, quiet: state.quiet + 1 }, []];
    default:
      return [state, []];
  }
}
