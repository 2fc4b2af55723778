import { useReactFlow } from "@xyflow/react";
import { type MouseEvent, useMemo } from "react";

import { connectNodes, showChange } from "../store/commands";
import { useStore } from "../useFlow";
import type { MenuPlace } from "./menuPlace";
import type { StepEdgeData, StepNodeData } from "./toReactFlow";

type AnyMouseEvent = MouseEvent | globalThis.MouseEvent;

/** What clicks do beside selecting: menus, the choice of a step to connect to, and what a proposal changes. */
export function useMenuHandlers(openMenu: (place: MenuPlace) => void) {
  const store = useStore();
  const flow = useReactFlow();
  return useMemo(() => {
    const onScreen = ({ clientX, clientY }: AnyMouseEvent) => ({ x: clientX, y: clientY });
    return {
      onNodeClick(_: MouseEvent, node: StepNodeData) {
        const { connectFrom } = store.getState();
        if (connectFrom !== undefined) {
          connectNodes(store, connectFrom, node.id);
        } else {
          showChange(store, { nodeId: node.id });
        }
      },
      onEdgeClick(_: MouseEvent, edge: StepEdgeData) {
        showChange(store, { edgeId: edge.id });
      },
      onPaneClick(event: MouseEvent) {
        const { connectFrom, readOnly } = store.getState();
        if (connectFrom !== undefined) {
          store.set({ connectFrom: undefined });
        } else if (event.detail === 2 && !readOnly) {
          openMenu({ kind: "add", ...onScreen(event), at: flow.screenToFlowPosition(onScreen(event)) });
        }
      },
      onNodeContextMenu(event: MouseEvent, node: StepNodeData) {
        event.preventDefault();
        const { selection } = store.getState();
        const isOfMany = selection.nodeIds.has(node.id) && selection.nodeIds.size > 1;
        if (!isOfMany) {
          store.select({ nodeIds: new Set([node.id]), edgeIds: new Set() });
        }
        openMenu({ kind: isOfMany ? "selection" : "node", ...onScreen(event) });
      },
      onSelectionContextMenu(event: MouseEvent) {
        event.preventDefault();
        openMenu({ kind: "selection", ...onScreen(event) });
      },
      onEdgeContextMenu(event: MouseEvent, edge: StepEdgeData) {
        event.preventDefault();
        store.select({ nodeIds: new Set(), edgeIds: new Set([edge.id]) });
        openMenu({ kind: "edge", ...onScreen(event) });
      },
      onPaneContextMenu(event: AnyMouseEvent) {
        event.preventDefault();
        openMenu({ kind: "canvas", ...onScreen(event), at: flow.screenToFlowPosition(onScreen(event)) });
      },
    };
  }, [store, flow, openMenu]);
}
