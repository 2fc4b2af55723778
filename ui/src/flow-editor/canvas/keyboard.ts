import type { Direction } from "../model/navigate";

/** What keys mean on the canvas. */
export type CanvasCommand =
  | { name: "go"; direction: Direction }
  | { name: "move"; direction: Direction }
  | {
      name:
        | "open"
        | "delete"
        | "clone"
        | "selectAll"
        | "connect"
        | "nextEdge"
        | "add"
        | "menu"
        | "fit"
        | "zoomIn"
        | "zoomOut"
        | "map"
        | "keys"
        | "escape";
    };

/** What keys mean in the whole editor. */
export type EditorCommand = "undo" | "redo" | "search";

export interface Keys {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

const directions: Partial<Record<string, Direction>> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};

const plain: Partial<Record<string, CanvasCommand["name"]>> = {
  Enter: "open",
  Delete: "delete",
  Backspace: "delete",
  c: "connect",
  e: "nextEdge",
  a: "add",
  f: "fit",
  m: "map",
  "+": "zoomIn",
  "=": "zoomIn",
  "-": "zoomOut",
  "?": "keys",
  ContextMenu: "menu",
  Escape: "escape",
};

const withControl: Partial<Record<string, CanvasCommand["name"]>> = { d: "clone", a: "selectAll" };

export function canvasCommand(keys: Keys): CanvasCommand | undefined {
  const control = keys.ctrlKey || keys.metaKey;
  const direction = directions[keys.key];
  if (direction) {
    return control || keys.altKey ? undefined : { name: keys.shiftKey ? "move" : "go", direction };
  }
  if (keys.key === "F10" && keys.shiftKey) {
    return { name: "menu" };
  }
  const key = keys.key.length === 1 ? keys.key.toLowerCase() : keys.key;
  const name = control ? withControl[key] : keys.altKey ? undefined : plain[key];
  return name && ({ name } as CanvasCommand);
}

export function editorCommand(keys: Keys): EditorCommand | undefined {
  if (!(keys.ctrlKey || keys.metaKey) || keys.altKey) {
    return undefined;
  }
  switch (keys.key.toLowerCase()) {
    case "z":
      return keys.shiftKey ? "redo" : "undo";
    case "y":
      return "redo";
    case "f":
      return keys.shiftKey ? undefined : "search"; // with Shift it is the page's focus mode
    default:
      return undefined;
  }
}

/** How far a move by the keyboard goes, in pixels. */
export const nudge = 20;

export const steps: Record<Direction, { x: number; y: number }> = {
  left: { x: -nudge, y: 0 },
  right: { x: nudge, y: 0 },
  up: { x: 0, y: -nudge },
  down: { x: 0, y: nudge },
};
