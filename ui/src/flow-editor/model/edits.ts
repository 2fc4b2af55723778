// The edits that a person makes: each gives another document, and the same one where there is nothing to do.
import type { FlowEdge, FlowNode, NodeType, Point, WorkflowDocument } from "./document";
import { edited } from "./editing";
import { graphOf } from "./graph";
import { JsonObject, type JsonText, quote } from "./json";
import { column, freePlace, placed } from "./place";
import { typeWords } from "./words";

/** A name that is not taken yet: the wished one, else with a number. */
export function freshId(wish: string, isTaken: (id: string) => boolean): string {
  for (let n = 1; ; n++) {
    const id = n === 1 ? wish : `${wish}-${n}`;
    if (!isTaken(id)) {
      return id;
    }
  }
}

const initialConfig: Record<NodeType, string> = {
  start: '{"inputs":[]}',
  action: '{"inputs":{},"outputs":[]}',
  "human-task": '{"outputs":[]}',
  "receive-event": '{"eventType":""}',
  wait: '{"duration":"PT1H"}',
  end: "{}",
};

/** Where a new node goes: at a place, behind a node, or wherever there is room. */
export interface NewNode {
  type: NodeType;
  at?: Point | undefined;
  after?: string | undefined;
}

export interface Added {
  document: WorkflowDocument;
  id: string;
}

/** Adds a node, joined to the node that it comes after if there is one. */
export function addNode(document: WorkflowDocument, { type, at, after }: NewNode): Added {
  const id = freshId(type, (taken) => document.node(taken) !== undefined);
  const node = JsonObject.of([
    ["id", quote(id)],
    ["type", quote(type)],
    ["name", quote(typeWords[type].newName)],
    ["config", initialConfig[type]],
  ]);
  let result = edited(document, (editor) => {
    editor.addNode(node.toString());
    if (at) {
      editor.moveNode(id, freePlace(document, at));
    }
  });
  if (after !== undefined && canConnect(result, after, id)) {
    result = connect(result, after, id).document;
  }
  if (!at && after === undefined && document.nodes.length > 0) {
    result = edited(result, (editor) => {
      editor.moveNode(id, freePlace(document, besideAll(document)));
    });
  }
  return { document: placed(result), id };
}

/** Right of everything that stands on the canvas. */
function besideAll(document: WorkflowDocument): Point {
  const points = document.nodes.flatMap((node) => node.position ?? []);
  const last = points.reduce((a, b) => (b.x > a.x ? b : a), points[0] ?? { x: -column, y: 0 });
  return { x: last.x + column, y: last.y };
}

/** Tells whether an edge may lead from one node to the other. */
export function canConnect(document: WorkflowDocument, source: string, target: string): boolean {
  const [from, to] = [document.node(source), document.node(target)];
  return (
    from !== undefined &&
    to !== undefined &&
    source !== target &&
    from.type !== "end" &&
    to.type !== "start" &&
    !graphOf(document)
      .outgoing(source)
      .some((edge) => edge.target === target)
  );
}

/** Adds an edge, tried after the edges that leave the source already. */
export function connect(document: WorkflowDocument, source: string, target: string): Added {
  const id = freshId(`${source}-${target}`, (taken) => document.edge(taken) !== undefined);
  const leaving = graphOf(document).outgoing(source);
  const priority = leaving.reduce((most, edge) => Math.max(most, edge.priority + 1), 0);
  const edge = JsonObject.of([
    ["id", quote(id)],
    ["source", quote(source)],
    ["target", quote(target)],
    ["priority", String(priority)],
    ["isDefault", "false"],
  ]);
  return {
    id,
    document: edited(document, (editor) => {
      editor.addEdge(edge.toString());
    }),
  };
}

/** Leads an edge to another source or target. */
export function reconnect(document: WorkflowDocument, edge: FlowEdge, source: string, target: string) {
  return edited(document, (editor) => {
    const ends: [string, JsonText][] = [
      ["source", quote(source)],
      ["target", quote(target)],
    ];
    editor.replaceEdge(edge.id, edge.object.edited(ends).toString());
  });
}

/** Puts a new node in the middle of an edge. */
export function insertOnEdge(document: WorkflowDocument, edge: FlowEdge, type: NodeType, at?: Point): Added {
  const added = addNode(document, { type, at: at ?? middleOf(document, edge) });
  const led = edited(added.document, (editor) => {
    editor.replaceEdge(edge.id, edge.object.with("target", quote(added.id)).toString());
  });
  return type === "end" ? { ...added, document: led } : { ...connect(led, added.id, edge.target), id: added.id };
}

function middleOf(document: WorkflowDocument, edge: FlowEdge): Point | undefined {
  const [from, to] = [document.node(edge.source)?.position, document.node(edge.target)?.position];
  return from && to && { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
}

export function removeElements(document: WorkflowDocument, nodeIds: Iterable<string>, edgeIds: Iterable<string>) {
  return edited(document, (editor) => {
    for (const id of nodeIds) {
      editor.removeNode(id);
    }
    for (const id of edgeIds) {
      editor.removeEdge(id);
    }
  });
}

export function moveNodes(document: WorkflowDocument, places: ReadonlyMap<string, Point>): WorkflowDocument {
  return edited(document, (editor) => {
    for (const [id, at] of places) {
      editor.moveNode(id, at);
    }
  });
}

/** Sets a member of a node, or one of its config; undefined removes it. */
export const setNodeMember = (document: WorkflowDocument, node: FlowNode, key: string, value: JsonText | undefined) =>
  edited(document, (editor) => {
    editor.replaceNode(node.id, changed(node.object, key, value).toString());
  });

export const setConfig = (document: WorkflowDocument, node: FlowNode, key: string, value: JsonText | undefined) =>
  setNodeMember(document, node, "config", changed(node.config, key, value).toString());

export const setEdgeMember = (document: WorkflowDocument, edge: FlowEdge, key: string, value: JsonText | undefined) =>
  edited(document, (editor) => {
    editor.replaceEdge(edge.id, changed(edge.object, key, value).toString());
  });

export const setMember = (document: WorkflowDocument, key: string, value: JsonText | undefined) =>
  edited(document, (editor) => {
    if (value === undefined) {
      editor.removeMember(key);
    } else {
      editor.setMember(key, value);
    }
  });

export const renameNode = (document: WorkflowDocument, id: string, newId: string) =>
  edited(document, (editor) => {
    editor.renameNode(id, newId);
  });

/** An object with a member set, or removed for undefined. */
export const changed = (object: JsonObject, key: string, value: JsonText | undefined): JsonObject =>
  value === undefined ? object.without(key) : object.with(key, value);
