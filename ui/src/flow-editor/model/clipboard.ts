import { type FlowEdge, type FlowNode, listedEdge, listedNode, type Point, type WorkflowDocument } from "./document";
import { edited } from "./editing";
import { freshId } from "./edits";
import { JsonList, JsonObject, quote } from "./json";
import { checkJson } from "./jsonCheck";
import { freeShift } from "./place";

/** Nodes, and the edges between them. */
export interface Fragment {
  nodes: readonly FlowNode[];
  edges: readonly FlowEdge[];
}

export function fragmentOf(document: WorkflowDocument, nodeIds: Iterable<string>): Fragment {
  const ids = new Set(nodeIds);
  return {
    nodes: document.nodes.filter((node) => ids.has(node.id)),
    edges: document.edges.filter((edge) => ids.has(edge.source) && ids.has(edge.target)),
  };
}

/** A fragment as text for the clipboard: a part of a document, so that people can read it. */
export const fragmentText = ({ nodes, edges }: Fragment): string =>
  `{"nodes":[${nodes.map((node) => node.text).join(",")}],"edges":[${edges.map((edge) => edge.text).join(",")}]}`;

/** Reads what was copied; undefined for a text that is no fragment. */
export function parseFragment(text: string): Fragment | undefined {
  try {
    checkJson(text);
  } catch {
    return undefined;
  }
  const object = JsonObject.parse(text.trim());
  const nodes = (JsonList.parse(object?.get("nodes"))?.values ?? []).flatMap(
    (value) => listedNode(value).element ?? [],
  );
  const edges = (JsonList.parse(object?.get("edges"))?.values ?? []).flatMap(
    (value) => listedEdge(value).element ?? [],
  );
  return nodes.length > 0 ? { nodes, edges } : undefined;
}

const offset = 40;

/** Adds copies of a fragment under fresh ids; a second start node is left out. */
export function paste(document: WorkflowDocument, fragment: Fragment): { document: WorkflowDocument; ids: string[] } {
  const hasStart = document.nodes.some((node) => node.type === "start");
  const nodes = fragment.nodes.filter((node) => !(hasStart && node.type === "start"));
  const ids = new Map<string, string>();
  const taken = new Set(document.nodes.map((node) => node.id));
  for (const node of nodes) {
    const id = freshId(node.id || node.type, (wish) => taken.has(wish));
    taken.add(id);
    ids.set(node.id, id);
  }
  const shift = shiftOf(document, nodes);
  const result = edited(document, (editor) => {
    for (const node of nodes) {
      const id = ids.get(node.id) ?? node.id;
      editor.addNode(node.object.with("id", quote(id)).toString());
      if (node.position) {
        editor.moveNode(id, { x: node.position.x + shift.x, y: node.position.y + shift.y });
      }
    }
    const edgeIds = new Set(editor.edgeIds);
    for (const edge of fragment.edges) {
      const [source, target] = [ids.get(edge.source), ids.get(edge.target)];
      if (source !== undefined && target !== undefined) {
        const id = freshId(`${source}-${target}`, (wish) => edgeIds.has(wish));
        edgeIds.add(id);
        const ends: [string, string][] = [
          ["id", quote(id)],
          ["source", quote(source)],
          ["target", quote(target)],
        ];
        editor.addEdge(edge.object.edited(ends).toString());
      }
    }
  });
  return { document: result, ids: [...ids.values()] };
}

/** How far copies stand from what was copied, so that they cover nothing. */
const shiftOf = (document: WorkflowDocument, nodes: readonly FlowNode[]): Point =>
  freeShift(
    document,
    nodes.flatMap((node) => node.position ?? []),
    { x: offset, y: offset },
  );
