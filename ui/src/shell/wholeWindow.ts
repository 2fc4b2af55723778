import { useEffect, useSyncExternalStore } from "react";

const wishes = new Set<object>();
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) {
    listener();
  }
}

/** Asks for the whole window, without the bar of places, while it is wanted. */
export function useWholeWindow(wanted: boolean): void {
  useEffect(() => {
    if (!wanted) {
      return;
    }
    const wish = {};
    wishes.add(wish);
    tell();
    return () => {
      wishes.delete(wish);
      tell();
    };
  }, [wanted]);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether the page wants the whole window. */
export const useIsWholeWindow = (): boolean => useSyncExternalStore(subscribe, () => wishes.size > 0);
