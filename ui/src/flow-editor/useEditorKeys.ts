import { useReactFlow } from "@xyflow/react";
import type { ClipboardEvent, KeyboardEvent } from "react";

import { type CanvasCommand, canvasCommand, editorCommand, steps } from "./canvas/keyboard";
import type { MenuPlace } from "./canvas/menuPlace";
import { nodeHeight, nodeWidth } from "./model/place";
import {
  cloneSelection,
  connectNodes,
  copySelection,
  deleteSelection,
  goTo,
  goToNextEdge,
  moveSelection,
  pasteText,
  selectAll,
  startConnecting,
} from "./store/commands";
import { useStore } from "./useFlow";

interface Actions {
  openSearch: () => void;
  openKeys: () => void;
  openMenu: (place: MenuPlace) => void;
  openPanel: () => void;
  toggleMap: () => void;
}

/** What keys and the clipboard do in the editor. */
export function useEditorKeys(actions: Actions) {
  const store = useStore();
  const flow = useReactFlow();

  /** Where a menu for the selection opens. */
  const placeOf = (element: HTMLElement): { x: number; y: number } => {
    const { document, selection } = store.getState();
    const [id] = selection.nodeIds;
    const at = id === undefined ? undefined : document.node(id)?.position;
    if (at) {
      return flow.flowToScreenPosition({ x: at.x + nodeWidth / 2, y: at.y + nodeHeight });
    }
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };

  const run = (command: CanvasCommand, element: HTMLElement): void => {
    const { selection, connectFrom, readOnly } = store.getState();
    const [nodeId] = selection.nodeIds;
    switch (command.name) {
      case "go":
        goTo(store, command.direction);
        return;
      case "move":
        moveSelection(store, steps[command.direction]);
        return;
      case "open":
        if (connectFrom !== undefined && nodeId !== undefined && nodeId !== connectFrom) {
          connectNodes(store, connectFrom, nodeId);
        } else {
          actions.openPanel();
        }
        return;
      case "delete":
        deleteSelection(store);
        return;
      case "clone":
        cloneSelection(store);
        return;
      case "selectAll":
        selectAll(store);
        return;
      case "connect":
        if (!readOnly) {
          startConnecting(store);
        }
        return;
      case "nextEdge":
        goToNextEdge(store);
        return;
      case "add":
        if (!readOnly) {
          actions.openMenu({ kind: "add", ...placeOf(element), ...(nodeId === undefined ? {} : { after: nodeId }) });
        }
        return;
      case "menu": {
        const several = selection.nodeIds.size + selection.edgeIds.size > 1;
        const one = selection.nodeIds.size > 0 ? "node" : selection.edgeIds.size > 0 ? "edge" : "canvas";
        actions.openMenu({ kind: several ? "selection" : one, ...placeOf(element) });
        return;
      }
      case "fit":
        void flow.fitView({ maxZoom: 1, padding: 0.12 });
        return;
      case "zoomIn":
        void flow.zoomIn();
        return;
      case "zoomOut":
        void flow.zoomOut();
        return;
      case "map":
        actions.toggleMap();
        return;
      case "keys":
        actions.openKeys();
        return;
      case "escape":
        if (connectFrom !== undefined) {
          store.set({ connectFrom: undefined });
        } else {
          store.select({ nodeIds: new Set(), edgeIds: new Set() });
        }
    }
  };

  return {
    /** For the whole editor. */
    onKeyDown: (event: KeyboardEvent<HTMLElement>): void => {
      const command = event.defaultPrevented ? undefined : editorCommand(event);
      if (command) {
        event.preventDefault();
        if (command === "search") {
          actions.openSearch();
        } else {
          store[command]();
        }
      }
    },
    /** For the canvas, while nothing in it is typed into. */
    onCanvasKeyDown: (event: KeyboardEvent<HTMLElement>): void => {
      const isButton = event.target instanceof HTMLElement && event.target.closest("button, input, textarea") !== null;
      const command = isButton ? undefined : canvasCommand(event);
      if (command) {
        event.preventDefault();
        run(command, event.currentTarget);
      }
    },
    onCopy: (event: ClipboardEvent): void => {
      const text = copySelection(store);
      if (text !== undefined) {
        event.preventDefault();
        event.clipboardData.setData("text/plain", text);
      }
    },
    onCut: (event: ClipboardEvent): void => {
      const text = copySelection(store);
      if (text !== undefined && !store.getState().readOnly) {
        event.preventDefault();
        event.clipboardData.setData("text/plain", text);
        deleteSelection(store);
      }
    },
    onPaste: (event: ClipboardEvent): void => {
      if (!store.getState().readOnly && pasteText(store, event.clipboardData.getData("text/plain"))) {
        event.preventDefault();
      }
    },
  };
}
