import type { Point, WorkflowDocument } from "./document";
import { graphOf } from "./graph";
import { column, nodeHeight, nodeWidth, row } from "./place";

/** Where all nodes stand in a layout made afresh, from left to right. */
export async function tidyPlaces(document: WorkflowDocument): Promise<Map<string, Point>> {
  const { Graph, layout } = await import("@dagrejs/dagre");
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: "LR", ranksep: column - nodeWidth, nodesep: row - nodeHeight, marginx: 0, marginy: 0 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id } of graphOf(document).nodes) {
    graph.setNode(id, { width: nodeWidth, height: nodeHeight });
  }
  for (const { id } of graphOf(document).nodes) {
    for (const edge of graphOf(document).outgoing(id)) {
      graph.setEdge(edge.source, edge.target, {}, edge.id);
    }
  }
  layout(graph);
  return new Map(
    graphOf(document).nodes.map(({ id }) => {
      const { x = 0, y = 0 } = graph.node(id) as Partial<Point>;
      return [id, { x: x - nodeWidth / 2, y: y - nodeHeight / 2 }];
    }),
  );
}
