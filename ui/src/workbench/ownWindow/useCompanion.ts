import { useEffect, useRef, useSyncExternalStore } from "react";

import { isAway } from "./firstWindow";
import type { Companion, Wishes } from "./companion";

/** Whether the editor is in its own window, and whether this one has given it back. */
export function useCompanion(companion: Companion) {
  const state = useSyncExternalStore(companion.subscribe, companion.getState);
  return {
    away: !companion.own && isAway(state.first),
    opening: !companion.own && state.first.phase === "opening",
    gone: companion.own && state.editor.phase === "gone",
    alone: companion.own && state.editor.phase === "alone",
    saving: state.saving,
  };
}

/** Does what the other window asks for. */
export function useWishes(companion: Companion, wishes: Wishes): void {
  const latest = useRef(wishes);
  useEffect(() => {
    latest.current = wishes;
  });
  useEffect(
    () =>
      companion.listen({
        show: (place) => {
          latest.current.show(place);
        },
        shown: (activeId) => {
          latest.current.shown(activeId);
        },
        test: (itemId) => {
          latest.current.test(itemId);
        },
        select: (selection) => {
          latest.current.select(selection);
        },
        ask: (text) => {
          latest.current.ask(text);
        },
      }),
    [companion],
  );
}
