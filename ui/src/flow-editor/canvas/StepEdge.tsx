import { t } from "@lingui/core/macro";
import { BaseEdge, EdgeLabelRenderer, type EdgeProps } from "@xyflow/react";
import { memo } from "react";

import { edgeLabel } from "../model/words";
import { edgePath, labelWidth } from "./edgePath";
import classes from "./StepEdge.module.css";
import { handleSize, type StepEdgeData } from "./toReactFlow";

const arrow = 5;

/** One edge on the canvas, with its condition. */
export const StepEdge = memo(function StepEdge(props: EdgeProps<StepEdgeData>) {
  const { sourceX, sourceY, targetX, targetY, data, id } = props;
  if (!data) {
    return null;
  }
  const { view } = data;
  const ends = { sourceX: sourceX - handleSize / 2, sourceY, targetX: targetX + handleSize / 2, targetY };
  const { path, labelX, labelY } = edgePath(ends, view.isBackward);
  const [x, y] = [ends.targetX, targetY];
  const label = edgeLabel(view.edge);
  const marks = {
    "data-fate": view.fate,
    "data-proposed": view.isProposed,
    "data-selected": view.isSelected,
    "data-outcome": view.outcome,
    "data-kind": view.edge.isDefault ? "default" : view.edge.isTimeout ? "timeout" : undefined,
  };
  return (
    <>
      <g className={classes.edge} {...marks}>
        <BaseEdge id={id} path={path} interactionWidth={18} />
        <path
          className={classes.arrow}
          d={`M${x - arrow - 1},${y - arrow} L${x - 1},${y} L${x - arrow - 1},${y + arrow}`}
        />
      </g>
      {(label ?? view.errors + view.warnings > 0) && (
        <EdgeLabelRenderer>
          <div
            className={classes.label}
            style={{
              transform: `translate(-50%, -50%) translate(${labelX}px, ${labelY}px)`,
              maxWidth: labelWidth(ends),
            }}
            title={label?.text}
            data-edge-id={view.edge.id}
            data-mono={label?.mono}
            data-problem={view.errors > 0 ? "error" : view.warnings > 0 ? "warning" : undefined}
            {...marks}
          >
            {label?.text ?? t`check this`}
          </div>
        </EdgeLabelRenderer>
      )}
    </>
  );
});
