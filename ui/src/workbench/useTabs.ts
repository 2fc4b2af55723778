import { useCallback, useMemo, useState } from "react";

import type { Draft } from "./types";

interface Stored {
  openIds: string[];
  activeId: string;
}

function stored(key: string): Stored | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? localStorage.getItem(key) ?? "") as Stored;
  } catch {
    return undefined;
  }
}

/** The open tabs of a composition; the workflow's is always there. Each window keeps its own, and a new one the last. */
export function useTabs(compositionId: string, drafts: readonly Draft[]) {
  const key = `heddle-tabs-${compositionId}`;
  const workflowId = drafts.find((draft) => draft.type === "workflow")?.id ?? "";
  const [tabs, setTabs] = useState<Stored>(() => stored(key) ?? { openIds: [], activeId: workflowId });
  const change = useCallback(
    (next: (tabs: Stored) => Stored) => {
      setTabs((before) => {
        const after = next(before);
        sessionStorage.setItem(key, JSON.stringify(after));
        localStorage.setItem(key, JSON.stringify(after));
        return after;
      });
    },
    [key],
  );
  const open = useCallback(
    (itemId: string) => {
      change(({ openIds }) => ({
        openIds: openIds.includes(itemId) ? openIds : [...openIds, itemId],
        activeId: itemId,
      }));
    },
    [change],
  );
  const close = useCallback(
    (itemId: string) => {
      change(({ openIds, activeId }) => {
        const at = openIds.indexOf(itemId);
        const rest = openIds.filter((id) => id !== itemId);
        return { openIds: rest, activeId: activeId === itemId ? (rest[Math.max(0, at - 1)] ?? "") : activeId };
      });
    },
    [change],
  );
  const openIds = useMemo(() => {
    const present = new Set(drafts.map((draft) => draft.id));
    return [workflowId, ...tabs.openIds.filter((id) => id !== workflowId && present.has(id))];
  }, [drafts, workflowId, tabs.openIds]);
  const activeId = openIds.includes(tabs.activeId) ? tabs.activeId : workflowId;
  return { openIds, activeId, open, close };
}
