import { getBezierPath, getSmoothStepPath, Position } from "@xyflow/react";

export interface Ends {
  sourceX: number;
  sourceY: number;
  targetX: number;
  targetY: number;
}

/** How wide a label may be without covering what the edge joins. */
export const labelWidth = ({ sourceX, targetX }: Ends): number => Math.min(Math.max(targetX - sourceX - 14, 84), 220);

/** The line of an edge, and where its label stands. */
export function edgePath(ends: Ends, isBackward: boolean): { path: string; labelX: number; labelY: number } {
  const sides = { sourcePosition: Position.Right, targetPosition: Position.Left };
  const [path, labelX, labelY] = isBackward
    ? getSmoothStepPath({ ...ends, ...sides, borderRadius: 14, offset: 28 })
    : getBezierPath({ ...ends, ...sides });
  return { path, labelX, labelY };
}
