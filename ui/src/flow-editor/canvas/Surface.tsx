import "@xyflow/react/dist/base.css";

import { t } from "@lingui/core/macro";
import {
  Background,
  BackgroundVariant,
  ConnectionLineType,
  MiniMap,
  ReactFlow,
  type ReactFlowProps,
  type Viewport,
} from "@xyflow/react";
import { type ReactNode, useCallback, useState } from "react";

import { StepEdge } from "./StepEdge";
import { StepNode } from "./StepNode";
import classes from "./Surface.module.css";
import type { StepEdgeData, StepNodeData } from "./toReactFlow";

const nodeTypes = { step: StepNode };
const edgeTypes = { step: StepEdge };
/** How all of a workflow is shown. */
export const fitViewOptions = { maxZoom: 1, minZoom: 0.25, padding: 0.12 };
const multiSelection = ["Shift", "Meta", "Control"];
const attribution = { hideAttribution: true };

/** From this many nodes on, only those in sight are drawn. */
const many = 120;
/** Below this zoom, what stands on a node can't be read. */
const far = 0.35;

type Props = ReactFlowProps<StepNodeData, StepEdgeData> & { withMap?: boolean; children?: ReactNode };

/** The canvas library with the settings that editor and read-only views share. */
export function Surface({ withMap = false, children, ...props }: Props) {
  const [isFar, setIsFar] = useState(false);
  const onMove = useCallback((_: unknown, { zoom }: Viewport) => {
    setIsFar(zoom < far);
  }, []);
  return (
    <ReactFlow
      className={`${classes.surface ?? ""} ${isFar ? (classes.far ?? "") : ""}`}
      onMove={onMove}
      onlyRenderVisibleElements={(props.nodes?.length ?? 0) > many}
      nodeTypes={nodeTypes}
      edgeTypes={edgeTypes}
      fitView
      fitViewOptions={fitViewOptions}
      minZoom={0.1}
      maxZoom={2}
      panOnScroll
      zoomOnDoubleClick={false}
      multiSelectionKeyCode={multiSelection}
      deleteKeyCode={null}
      nodesFocusable={false}
      edgesFocusable={false}
      disableKeyboardA11y
      elevateNodesOnSelect={false}
      connectionLineType={ConnectionLineType.Bezier}
      connectionRadius={28}
      nodeDragThreshold={3}
      proOptions={attribution}
      {...props}
    >
      <Background
        variant={BackgroundVariant.Dots}
        gap={20}
        size={1.2}
        color="var(--hd-line)"
        bgColor="var(--hd-canvas)"
      />
      {withMap && (
        <MiniMap
          pannable
          zoomable
          position="bottom-right"
          ariaLabel={t`Map of the workflow`}
          bgColor="var(--hd-panel)"
          maskColor="color-mix(in srgb, var(--hd-ground) 70%, transparent)"
          nodeColor={mapColour}
          nodeBorderRadius={12}
          className={classes.map ?? ""}
        />
      )}
      {children}
    </ReactFlow>
  );
}

const colours: Record<string, string> = {
  start: "var(--hd-node-start)",
  action: "var(--hd-node-action)",
  "human-task": "var(--hd-node-human)",
  "receive-event": "var(--hd-node-event)",
  wait: "var(--hd-node-wait)",
};

const mapColour = (node: StepNodeData): string => colours[node.data.view.node.type] ?? "var(--hd-node-end)";
