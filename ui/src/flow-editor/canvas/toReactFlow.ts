// The one place that translates the model to the canvas library.
import { type Edge, type Node, Position } from "@xyflow/react";

import { nodeHeight, nodeWidth } from "../model/place";
import type { EdgeView, NodeView } from "./view";

export type StepNodeData = Node<{ view: NodeView }, "step">;
export type StepEdgeData = Edge<{ view: EdgeView }, "step">;

export const handleSize = 10;

const target = {
  type: "target" as const,
  position: Position.Left,
  x: -handleSize / 2,
  y: (nodeHeight - handleSize) / 2,
  width: handleSize,
  height: handleSize,
};
const source = { ...target, type: "source" as const, position: Position.Right, x: nodeWidth - handleSize / 2 };

const isSame = <T extends object>(a: T, b: T): boolean =>
  (Object.keys(a) as (keyof T)[]).every((key) => key === "at" || a[key] === b[key]);

/** Translates views, and gives the same object for a view that says the same as before, so that it is not drawn anew. */
export class Translation {
  private nodes = new Map<string, StepNodeData>();
  private edges = new Map<string, StepEdgeData>();

  nodesOf(
    views: readonly NodeView[],
    places: ReadonlyMap<string, { x: number; y: number }>,
    readOnly: boolean,
  ): StepNodeData[] {
    const translated = views.map((view) => {
      const old = this.nodes.get(view.node.id);
      const at = places.get(view.node.id) ?? view.at;
      const isFixed = readOnly || (view.isProposed && view.fate !== "changed" && view.fate !== undefined);
      const sameData = old && (old.data.view === view || isSame(view, old.data.view));
      const samePlace = old?.position.x === at.x && old.position.y === at.y;
      if (sameData && samePlace && old.draggable === !isFixed) {
        return old;
      }
      return {
        id: view.node.id,
        type: "step" as const,
        position: samePlace ? old.position : { x: at.x, y: at.y },
        data: sameData ? old.data : { view },
        selected: view.isSelected,
        draggable: !isFixed,
        width: nodeWidth,
        height: nodeHeight,
        measured: { width: nodeWidth, height: nodeHeight },
        handles: [target, source],
      };
    });
    this.nodes = new Map(translated.map((node) => [node.id, node]));
    return translated;
  }

  edgesOf(views: readonly EdgeView[]): StepEdgeData[] {
    const translated = views.map((view) => {
      const old = this.edges.get(view.edge.id);
      if (old?.data && isSame(view, old.data.view)) {
        return old;
      }
      return {
        id: view.edge.id,
        type: "step" as const,
        source: view.edge.source,
        target: view.edge.target,
        data: { view },
        selected: view.isSelected,
      };
    });
    this.edges = new Map(translated.map((edge) => [edge.id, edge]));
    return translated;
  }
}
