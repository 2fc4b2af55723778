import {
  type Connection,
  type EdgeChange,
  type FinalConnectionState,
  type NodeChange,
  useReactFlow,
} from "@xyflow/react";
import { type DragEvent, useCallback, useMemo, useRef, useState } from "react";

import type { Point } from "../model/document";
import { canConnect } from "../model/edits";
import { nodeHeight, nodeWidth } from "../model/place";
import { isNodeType } from "../model/words";
import { addStep, connectNodes, dropNodes, moveEdge } from "../store/commands";
import { useFlow, useHost, useStore } from "../useFlow";
import type { MenuPlace } from "./menuPlace";
import { Surface } from "./Surface";
import { type StepEdgeData, type StepNodeData, Translation } from "./toReactFlow";
import { useMenuHandlers } from "./useMenuHandlers";
import { useReveal } from "./useReveal";
import { useView } from "./useView";

/** What is dragged from the palette to the canvas. */
export const dragType = "application/x-heddle-step";

const nowhere: ReadonlyMap<string, Point> = new Map();

interface Props {
  withMap: boolean;
  openMenu: (place: MenuPlace) => void;
  openPanel: () => void;
}

/**
 * The workflow as a graph that can be edited. Handlers stay the same from one drawing to the next: a new one would make
 * the library draw every node again.
 */
export function Canvas({ withMap, openMenu, openPanel }: Props) {
  const store = useStore();
  const { actionTypes } = useHost();
  const readOnly = useFlow((state) => state.readOnly);
  const view = useView(actionTypes);
  const [places, setPlaces] = useState(nowhere);
  const dragged = useRef(nowhere);
  const [translation] = useState(() => new Translation());
  const nodes = useMemo(
    () => translation.nodesOf(view.nodes, places, readOnly),
    [translation, view.nodes, places, readOnly],
  );
  const edges = useMemo(() => translation.edgesOf(view.edges), [translation, view.edges]);
  const flow = useReactFlow<StepNodeData, StepEdgeData>();
  useReveal();

  const onNodesChange = useCallback(
    (changes: NodeChange<StepNodeData>[]) => {
      const moved = new Map(dragged.current);
      for (const change of changes) {
        if (change.type === "position" && change.position && change.dragging) {
          moved.set(change.id, change.position);
        }
      }
      if (
        moved.size > dragged.current.size ||
        changes.some((change) => change.type === "position" && change.dragging)
      ) {
        dragged.current = moved;
        setPlaces(moved);
      }
      const { nodeIds, edgeIds } = store.getState().selection;
      store.select({ nodeIds: selected(nodeIds, changes), edgeIds });
    },
    [store],
  );
  const onEdgesChange = useCallback(
    (changes: EdgeChange<StepEdgeData>[]) => {
      const { nodeIds, edgeIds } = store.getState().selection;
      store.select({ nodeIds, edgeIds: selected(edgeIds, changes) });
    },
    [store],
  );
  const onDragStop = useCallback(() => {
    const moved = dragged.current;
    dragged.current = nowhere;
    if (moved.size > 0) {
      dropNodes(store, moved);
    }
    setPlaces(nowhere);
  }, [store]);

  const onConnect = useCallback(({ source, target }: Connection) => connectNodes(store, source, target), [store]);
  const onReconnect = useCallback(
    (edge: StepEdgeData, { source, target }: Connection) => {
      moveEdge(store, edge.id, source, target);
    },
    [store],
  );
  const isValid = useCallback(
    ({ source, target }: { source: string; target: string }) => canConnect(store.getState().document, source, target),
    [store],
  );
  /** An edge that ends on empty canvas asks what comes there. */
  const onConnectEnd = useCallback(
    (event: MouseEvent | TouchEvent, { fromNode, toNode, fromHandle }: FinalConnectionState) => {
      if (fromNode && !toNode && fromHandle.type === "source" && "clientX" in event) {
        const at = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
        openMenu({
          kind: "add",
          x: event.clientX,
          y: event.clientY,
          at: { x: at.x, y: at.y - nodeHeight / 2 },
          after: fromNode.id,
        });
      }
    },
    [flow, openMenu],
  );

  const onDrop = useCallback(
    (event: DragEvent) => {
      const type = event.dataTransfer.getData(dragType);
      if (isNodeType(type)) {
        event.preventDefault();
        const at = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
        const edgeId = edgeAt(event.clientX, event.clientY);
        addStep(store, type, {
          at: { x: at.x - nodeWidth / 2, y: at.y - nodeHeight / 2 },
          ...(edgeId === undefined ? {} : { edgeId }),
        });
      }
    },
    [flow, store],
  );

  const menus = useMenuHandlers(openMenu);
  return (
    <Surface
      withMap={withMap}
      nodes={nodes}
      edges={edges}
      onNodesChange={onNodesChange}
      onEdgesChange={onEdgesChange}
      onNodeDragStop={onDragStop}
      onSelectionDragStop={onDragStop}
      onConnect={onConnect}
      onConnectEnd={onConnectEnd}
      onReconnect={onReconnect}
      isValidConnection={isValid}
      nodesConnectable={!readOnly}
      edgesReconnectable={!readOnly}
      onNodeDoubleClick={openPanel}
      onEdgeDoubleClick={openPanel}
      onDragOver={onDragOver}
      onDrop={onDrop}
      {...menus}
    />
  );
}

const onDragOver = (event: DragEvent) => {
  if (event.dataTransfer.types.includes(dragType)) {
    event.preventDefault();
  }
};

/** The ids after the library's changes of what is selected; the same set where there are none. */
function selected(ids: ReadonlySet<string>, changes: readonly (NodeChange | EdgeChange)[]): ReadonlySet<string> {
  const left = new Set(ids);
  let isChanged = false;
  for (const change of changes) {
    if (change.type === "select") {
      isChanged = true;
      left[change.selected ? "add" : "delete"](change.id);
    }
  }
  return isChanged ? left : ids;
}

/** The id of the edge, or of the label of one, under a place on the screen. */
function edgeAt(x: number, y: number): string | undefined {
  const found = document
    .elementsFromPoint(x, y)
    .find((element) => element.closest(".react-flow__edge, [data-edge-id]"));
  const edge = found?.closest<HTMLElement | SVGElement>(".react-flow__edge, [data-edge-id]");
  return edge?.dataset.edgeId ?? edge?.dataset.id;
}
