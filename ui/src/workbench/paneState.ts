/** Which panes are open. Focus hides both and remembers what was open; maximized, the editor has the window to itself. */
export interface PaneState {
  left: boolean;
  right: boolean;
  strip: boolean;
  maximized: boolean;
  before?: { left: boolean; right: boolean };
}

export type PaneEvent =
  "left" | "right" | "strip" | "focus" | "maximize" | "restore" | "open-left" | "open-strip" | "open-right";

export const initialPanes: PaneState = { left: true, right: true, strip: false, maximized: false };

export const isFocused = (panes: PaneState): boolean => panes.before !== undefined;

/** What is seen of the panes. */
export const visible = ({
  left,
  right,
  strip,
  maximized,
}: PaneState): { left: boolean; right: boolean; strip: boolean } =>
  maximized ? { left: false, right: false, strip: false } : { left, right, strip };

export function nextPanes(panes: PaneState, event: PaneEvent): PaneState {
  const { left, right, strip, maximized, before } = panes;
  switch (event) {
    case "maximize":
      return { ...panes, maximized: !maximized };
    case "restore":
      return maximized ? { ...panes, maximized: false } : panes;
    case "left":
      return { left: !left, right, strip, maximized: false };
    case "right":
      return { left, right: !right, strip, maximized: false };
    case "open-left":
      return left && !maximized ? panes : { left: true, right, strip, maximized: false };
    case "open-right":
      return right && !maximized ? panes : { left, right: true, strip, maximized: false };
    case "strip":
      return { ...panes, strip: !strip, maximized: false };
    case "open-strip":
      return strip && !maximized ? panes : { ...panes, strip: true, maximized: false };
    case "focus":
      return before
        ? { ...before, strip, maximized: false }
        : { left: false, right: false, strip, maximized: false, before: { left, right } };
  }
}

const ofWorkbench = "heddle-workbench-panes";

export function rememberedPanes(storage: Pick<Storage, "getItem">, key = ofWorkbench): PaneState {
  try {
    const read = JSON.parse(storage.getItem(key) ?? "") as Partial<PaneState>;
    return { left: read.left !== false, right: read.right !== false, strip: read.strip === true, maximized: false };
  } catch {
    return initialPanes;
  }
}

export function rememberPanes(
  storage: Pick<Storage, "setItem">,
  { left, right, strip, before }: PaneState,
  key = ofWorkbench,
): void {
  storage.setItem(key, JSON.stringify({ left, right, strip, ...before }));
}
