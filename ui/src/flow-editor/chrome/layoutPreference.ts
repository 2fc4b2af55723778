import { useSyncExternalStore } from "react";

export type LayoutMode = "place" | "tidy";

const key = "heddle.flow-editor.applied-layout";
const listeners = new Set<() => void>();

export const layoutPreference = (): LayoutMode => (localStorage.getItem(key) === "tidy" ? "tidy" : "place");

export function setLayoutPreference(mode: LayoutMode): void {
  localStorage.setItem(key, mode);
  for (const listener of listeners) {
    listener();
  }
}

/** What happens to the layout when a change is applied, as the person chose it. */
export const useLayoutPreference = (): LayoutMode =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, layoutPreference);
