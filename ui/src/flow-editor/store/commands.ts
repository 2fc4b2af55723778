// What a person can do in the editor, by mouse, menu or keyboard. Each names the step that can be undone.
import { plural, t } from "@lingui/core/macro";

import { fragmentOf, fragmentText, parseFragment, paste } from "../model/clipboard";
import type { NodeType, Point } from "../model/document";
import { addNode, canConnect, connect, insertOnEdge, moveNodes, reconnect, removeElements } from "../model/edits";
import { graphOf } from "../model/graph";
import { parseImported } from "../model/imported";
import { JsonError } from "../model/jsonCheck";
import { type Direction, nearestIn } from "../model/navigate";
import { edgeTitle, nodeLine, typeWords } from "../model/words";
import type { FlowStore } from "./FlowStore";

const steps = (n: number) => plural(n, { one: "# step", other: "# steps" });

/** A name for some nodes: the title of one, the number of several. */
function named(store: FlowStore, nodeIds: readonly string[]): string {
  const [first] = nodeIds;
  return first !== undefined && nodeIds.length === 1
    ? `“${store.getState().document.titleOf(first)}”`
    : steps(nodeIds.length);
}

const selectedNodes = (store: FlowStore): string[] => {
  const { document, selection } = store.getState();
  return [...selection.nodeIds].filter((id) => document.node(id));
};

/** Adds a step: at a place, in an edge, after a node, or after the one that is selected. */
export function addStep(store: FlowStore, type: NodeType, where: { at?: Point; after?: string; edgeId?: string } = {}) {
  const { document, selection } = store.getState();
  const edge = where.edgeId === undefined ? undefined : document.edge(where.edgeId);
  const word = typeWords[type].word.toLowerCase();
  const [selected] = selection.nodeIds;
  const after = where.after ?? (where.at === undefined && selection.nodeIds.size === 1 ? selected : undefined);
  const added =
    edge && type !== "start"
      ? insertOnEdge(document, edge, type, where.at)
      : addNode(document, { type, at: where.at, after });
  store.commit(added.document, t`Added ${/^[aeiou]/.test(word) ? "an" : "a"} ${word}`, {
    select: { nodeIds: [added.id] },
  });
  store.announce(t`Added ${store.getState().document.titleOf(added.id)}`);
  if (where.at === undefined) {
    store.set({ revealed: { nodeIds: [added.id], edgeIds: [] } });
  }
}

/** Takes a file's text for the workflow, and shows all of it; answers why it can't be. */
export function importText(store: FlowStore, text: string, name: string): string | undefined {
  try {
    const { nodes } = parseImported(text);
    const result = store.replace(text, t`Imported ${name}`);
    if (result.ok) {
      store.set({ revealed: { nodeIds: nodes.map(({ id }) => id), edgeIds: [] } });
    }
    return result.ok ? undefined : result.error.message;
  } catch (error) {
    if (error instanceof JsonError) {
      return error.message;
    }
    throw error;
  }
}

/** Opens what the proposal does to one element, as a click on it asks; one that it leaves alone opens nothing. */
export function showChange(store: FlowStore, place: { nodeId?: string; edgeId?: string }): void {
  const { review, selection } = store.getState();
  const isAlone = selection.nodeIds.size + selection.edgeIds.size <= 1;
  const { nodes, edges } = (review?.isStale === false && review.diff) || {};
  if (isAlone && (nodes?.has(place.nodeId ?? "") || edges?.has(place.edgeId ?? ""))) {
    store.reveal(place);
  }
}

/** Leads an edge from one node to another, if that is possible. */
export function connectNodes(store: FlowStore, source: string, target: string): boolean {
  const { document } = store.getState();
  store.set({ connectFrom: undefined });
  if (!canConnect(document, source, target)) {
    const what = t`${document.titleOf(source)} can't lead to ${document.titleOf(target)}`;
    store.announce(document.node(target)?.type === "start" ? t`${what}: nothing leads to the start.` : `${what}.`);
    return false;
  }
  const added = connect(document, source, target);
  const title = `${document.titleOf(source)} → ${document.titleOf(target)}`;
  store.commit(added.document, t`Connected ${title}`, { select: { edgeIds: [added.id] } });
  store.announce(t`Connected ${title}`);
  return true;
}

export function moveEdge(store: FlowStore, edgeId: string, source: string, target: string): void {
  const { document } = store.getState();
  const edge = document.edge(edgeId);
  const without = removeElements(document, [], [edgeId]);
  if (edge && (edge.source !== source || edge.target !== target) && canConnect(without, source, target)) {
    const title = `${document.titleOf(source)} → ${document.titleOf(target)}`;
    store.commit(reconnect(document, edge, source, target), t`Led an edge ${title}`);
  }
}

export function deleteSelection(store: FlowStore): void {
  const { document, selection } = store.getState();
  const nodeIds = selectedNodes(store);
  const edgeIds = [...selection.edgeIds].filter((id) => document.edge(id));
  const [edge] = edgeIds.flatMap((id) => document.edge(id) ?? []);
  if (nodeIds.length + edgeIds.length === 0) {
    return;
  }
  const what =
    nodeIds.length > 0
      ? named(store, nodeIds)
      : edge && edgeIds.length === 1
        ? t`the edge ${edgeTitle(edge, document)}`
        : t`${edgeIds.length} edges`;
  store.commit(removeElements(document, nodeIds, edgeIds), t`Deleted ${what}`);
  store.announce(t`Deleted ${what}. Ctrl Z brings it back.`);
}

export function cloneSelection(store: FlowStore): void {
  const nodeIds = selectedNodes(store);
  const what = named(store, nodeIds);
  const { document } = store.getState();
  const pasted = paste(document, fragmentOf(document, nodeIds));
  if (pasted.ids.length > 0) {
    store.commit(pasted.document, t`Cloned ${what}`, { select: { nodeIds: pasted.ids } });
    store.announce(t`Cloned ${what}`);
  }
}

/** The selection as text for the clipboard; undefined when no node is selected. */
export function copySelection(store: FlowStore): string | undefined {
  const fragment = fragmentOf(store.getState().document, selectedNodes(store));
  return fragment.nodes.length > 0 ? fragmentText(fragment) : undefined;
}

/** Adds what is on the clipboard; false when that is no part of a workflow. */
export function pasteText(store: FlowStore, text: string): boolean {
  const fragment = parseFragment(text);
  if (!fragment) {
    return false;
  }
  const pasted = paste(store.getState().document, fragment);
  if (pasted.ids.length > 0) {
    store.commit(pasted.document, t`Pasted ${steps(pasted.ids.length)}`, { select: { nodeIds: pasted.ids } });
    store.announce(t`Pasted ${steps(pasted.ids.length)}`);
  }
  return true;
}

export function selectAll(store: FlowStore): void {
  const { document } = store.getState();
  store.select({
    nodeIds: new Set(document.nodes.map((node) => node.id)),
    edgeIds: new Set(document.edges.map((edge) => edge.id)),
  });
  store.announce(t`Selected ${steps(document.nodes.length)}`);
}

export function moveSelection(store: FlowStore, by: Point): void {
  const { document } = store.getState();
  const nodeIds = selectedNodes(store);
  const places = nodeIds.flatMap((id): [string, Point][] => {
    const at = document.node(id)?.position;
    return at ? [[id, { x: at.x + by.x, y: at.y + by.y }]] : [];
  });
  store.commit(moveNodes(document, new Map(places)), t`Moved ${named(store, nodeIds)}`, {
    mergeKey: `nudge ${nodeIds.join(" ")}`,
  });
}

/** Puts nodes where they were dragged to. */
export function dropNodes(store: FlowStore, places: ReadonlyMap<string, Point>): void {
  store.commit(moveNodes(store.getState().document, places), t`Moved ${named(store, [...places.keys()])}`);
}

/** Goes from the selected node to the next one in a direction. */
export function goTo(store: FlowStore, direction: Direction): void {
  const { document, selection } = store.getState();
  const places = document.nodes.flatMap((node) => (node.position ? { id: node.id, ...node.position } : []));
  const current = places.findLast(({ id }) => selection.nodeIds.has(id));
  const next = current ? nearestIn(current, places, direction) : (places.find(isStart(store)) ?? places[0]);
  if (next) {
    store.select({ nodeIds: new Set([next.id]), edgeIds: new Set() });
    store.set({ revealed: { nodeIds: [next.id], edgeIds: [] } });
    store.announce(describeNode(store, next.id));
  }
}

const isStart =
  (store: FlowStore) =>
  ({ id }: { id: string }): boolean =>
    store.getState().document.node(id)?.type === "start";

/** Goes along the edges of the selected node, one after the other. */
export function goToNextEdge(store: FlowStore): void {
  const { document, selection } = store.getState();
  const [edgeId] = selection.edgeIds;
  const [nodeId] = selection.nodeIds;
  const source = (edgeId === undefined ? undefined : document.edge(edgeId)?.source) ?? nodeId;
  const edges = source === undefined ? [] : graphOf(document).outgoing(source);
  const next = edges[(edges.findIndex((edge) => edge.id === edgeId) + 1) % edges.length];
  if (next) {
    store.select({ nodeIds: new Set(), edgeIds: new Set([next.id]) });
    const condition = next.condition.trim() === "" ? "" : t`, if ${next.condition}`;
    store.announce(t`Edge ${edgeTitle(next, document)}${condition}${next.isDefault ? ", the default" : ""}`);
  }
}

/** What a screen reader says about a node. */
export function describeNode(store: FlowStore, id: string): string {
  const { document, problems } = store.getState();
  const node = document.node(id);
  if (!node) {
    return "";
  }
  const { word, details } = nodeLine(node);
  const count = (problems ?? []).filter((problem) => problem.nodeId === id).length;
  const leading = graphOf(document).outgoing(id);
  const targets = leading.map((edge) => document.titleOf(edge.target)).join(" and ");
  return [
    `${node.title}, ${[word, details].filter(Boolean).join(", ")}`,
    targets ? t`leads to ${targets}` : "",
    count > 0 ? plural(count, { one: "# problem", other: "# problems" }) : "",
  ]
    .filter(Boolean)
    .join("; ");
}

/** Starts to lead an edge from the selected node by the keyboard. */
export function startConnecting(store: FlowStore): void {
  const [id] = selectedNodes(store);
  const { document } = store.getState();
  if (id !== undefined && document.node(id)?.type !== "end") {
    store.set({ connectFrom: id });
    store.announce(
      t`Connecting from ${document.titleOf(id)}: choose a step with the arrows, then Enter. Escape stops.`,
    );
  }
}
