/** Which panes are open. Focus hides both and remembers what was open. */
export interface PaneState {
  left: boolean;
  right: boolean;
  strip: boolean;
  before?: { left: boolean; right: boolean };
}

export type PaneEvent = "left" | "right" | "strip" | "focus" | "open-strip" | "open-right";

export const initialPanes: PaneState = { left: true, right: true, strip: false };

export const isFocused = (panes: PaneState): boolean => panes.before !== undefined;

export function nextPanes(panes: PaneState, event: PaneEvent): PaneState {
  const { left, right, strip, before } = panes;
  switch (event) {
    case "left":
      return { left: !left, right, strip };
    case "right":
      return { left, right: !right, strip };
    case "open-right":
      return right ? panes : { left, right: true, strip };
    case "strip":
      return { ...panes, strip: !strip };
    case "open-strip":
      return strip ? panes : { ...panes, strip: true };
    case "focus":
      return before ? { ...before, strip } : { left: false, right: false, strip, before: { left, right } };
  }
}

const key = "heddle-workbench-panes";

export function rememberedPanes(storage: Pick<Storage, "getItem">): PaneState {
  try {
    const read = JSON.parse(storage.getItem(key) ?? "") as Partial<PaneState>;
    return { left: read.left !== false, right: read.right !== false, strip: read.strip === true };
  } catch {
    return initialPanes;
  }
}

export function rememberPanes(storage: Pick<Storage, "setItem">, { left, right, strip, before }: PaneState): void {
  storage.setItem(key, JSON.stringify({ left, right, strip, ...before }));
}
