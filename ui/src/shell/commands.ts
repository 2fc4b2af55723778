import { useEffect, useSyncExternalStore } from "react";

/** Something that the present page can do, as the command palette offers it. */
export interface Command {
  id: string;
  label: string;
  /** The keys that do the same, as they are shown. */
  keys?: string;
  run: () => void;
}

const none: readonly Command[] = [];
let offered = none;
const listeners = new Set<() => void>();

function offer(commands: readonly Command[]): void {
  offered = commands;
  for (const listener of listeners) {
    listener();
  }
}

/** Offers the commands of a page while it is shown. Keep the list the same while nothing in it changes. */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => {
    offer(commands);
    return () => {
      offer(none);
    };
  }, [commands]);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** What the present page offers. */
export const useOfferedCommands = (): readonly Command[] => useSyncExternalStore(subscribe, () => offered);
