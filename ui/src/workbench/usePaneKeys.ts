import { useEffect } from "react";

import type { PaneEvent } from "./paneState";

const tabbable =
  'a[href], button:not([disabled]), textarea, input, [role="tab"][aria-selected="true"], [tabindex]:not([tabindex="-1"])';

/** What a pane is entered at: what it names, else its first control. */
function entry(pane: HTMLElement): HTMLElement | undefined {
  const wanted = pane.dataset.pane;
  const named = wanted ? pane.querySelector<HTMLElement>(wanted) : null;
  return named ?? [...pane.querySelectorAll<HTMLElement>(tabbable)].find((element) => element.offsetParent !== null);
}

/** F6 goes on to the next pane, Shift F6 to the one before, wherever the focus is. */
export function usePaneKeys(): void {
  useEffect(() => {
    const go = (event: KeyboardEvent) => {
      if (event.key !== "F6" || event.ctrlKey || event.altKey || document.querySelector('[aria-modal="true"]')) {
        return;
      }
      event.preventDefault();
      const panes = [...document.querySelectorAll<HTMLElement>("[data-pane]")].filter((pane) => pane.offsetParent);
      const at = panes.findIndex((pane) => pane.contains(document.activeElement));
      const step = event.shiftKey ? -1 : 1;
      const next = panes.at(at < 0 && step < 0 ? -1 : (at + step) % panes.length);
      if (next) {
        entry(next)?.focus();
      }
    };
    addEventListener("keydown", go, true);
    return () => {
      removeEventListener("keydown", go, true);
    };
  }, []);
}

/** Escape leaves the maximized editor, where nothing tabbable had a use for it. */
export function useLeaveByEscape(maximized: boolean, onPanes: (event: PaneEvent) => void): void {
  useEffect(() => {
    if (!maximized) {
      return;
    }
    const leave = (event: KeyboardEvent) => {
      const opened = '[role="dialog"], [role="menu"], [role="listbox"]';
      const open = [...document.querySelectorAll(opened)].some((element) => element.getClientRects().length > 0);
      if (event.key === "Escape" && !event.defaultPrevented && !open) {
        onPanes("restore");
      }
    };
    addEventListener("keydown", leave);
    return () => {
      removeEventListener("keydown", leave);
    };
  }, [maximized, onPanes]);
}
