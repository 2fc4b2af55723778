import type { Point, WorkflowDocument } from "./document";
import { nodeHeight, nodeWidth } from "./place";

export interface Bounds extends Point {
  width: number;
  height: number;
}

/** What encloses all nodes of some documents; undefined where there are none. */
export function boundsOf(...documents: readonly WorkflowDocument[]): Bounds | undefined {
  const places = documents.flatMap((document) => document.nodes.flatMap((node) => node.position ?? []));
  if (places.length === 0) {
    return undefined;
  }
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of places) {
    [left, top] = [Math.min(left, x), Math.min(top, y)];
    [right, bottom] = [Math.max(right, x + nodeWidth), Math.max(bottom, y + nodeHeight)];
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}
