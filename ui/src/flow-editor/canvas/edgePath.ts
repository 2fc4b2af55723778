import { getBezierPath, getSmoothStepPath, Position } from "@xyflow/react";

import { nodeHeight } from "../model/place";

export interface Ends {
  sourceX: number;
  sourceY: number;
  targetX: number;
  targetY: number;
}

/** How wide a label may be without covering what the edge joins. */
export const labelWidth = ({ sourceX, targetX }: Ends): number => Math.min(Math.max(targetX - sourceX - 14, 84), 220);

/** Half the gap between two rows: where a line that leads back runs, free of what stands in the rows. */
const beside = nodeHeight / 2 + 20;

/** The line of an edge, and where its label stands. One that leads back runs beside the row that it leaves. */
export function edgePath(ends: Ends, isBackward: boolean): { path: string; labelX: number; labelY: number } {
  const { sourceY, targetY } = ends;
  const sides = { sourcePosition: Position.Right, targetPosition: Position.Left };
  const down = targetY - sourceY;
  const centerY =
    Math.abs(down) < 2 * beside ? Math.min(sourceY, targetY) - beside : sourceY + (down > 0 ? beside : -beside);
  const [path, labelX, labelY] = isBackward
    ? getSmoothStepPath({ ...ends, ...sides, centerY, borderRadius: 14, offset: 28 })
    : getBezierPath({ ...ends, ...sides });
  return { path, labelX, labelY };
}
