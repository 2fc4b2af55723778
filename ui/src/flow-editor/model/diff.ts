import { isSame } from "./canonical";
import type { FlowEdge, FlowNode, WorkflowDocument } from "./document";
import { JsonObject, type JsonText } from "./json";
import { nodeContent } from "./revision";

export type Fate = "added" | "changed" | "removed";

/** One place that differs. What was added has no before, what was removed no after. */
export interface FieldChange {
  /** Names from the outside in, as in "config.inputs.url". */
  path: string[];
  before?: JsonText | undefined;
  after?: JsonText | undefined;
}

/** What became of one node or edge. */
export interface ElementChange {
  fate: Fate;
  fields: FieldChange[];
}

/** What separates two documents, layout aside. Nodes and edges match by id. */
export interface DocumentDiff {
  nodes: Map<string, ElementChange>;
  edges: Map<string, ElementChange>;
  workflow: FieldChange[];
}

export function diffDocuments(before: WorkflowDocument, after: WorkflowDocument): DocumentDiff {
  const isSameNode = (a: FlowNode, b: FlowNode) => a.text === b.text || nodeContent(a) === nodeContent(b);
  const isSameEdge = (a: FlowEdge, b: FlowEdge) => a.text === b.text || isSame(a.text, b.text);
  return {
    nodes: changesOf(before.nodes, after.nodes, isSameNode),
    edges: changesOf(before.edges, after.edges, isSameEdge),
    workflow: differences(before.root.without("nodes", "edges"), after.root.without("nodes", "edges"), []),
  };
}

function changesOf<T extends { id: string; object: JsonObject }>(
  before: readonly T[],
  after: readonly T[],
  isUnchanged: (a: T, b: T) => boolean,
): Map<string, ElementChange> {
  const old = new Map(before.map((element) => [element.id, element]));
  const changes = new Map<string, ElementChange>();
  for (const element of after) {
    const was = old.get(element.id);
    old.delete(element.id);
    if (!was) {
      changes.set(element.id, { fate: "added", fields: [] });
    } else if (was !== element && !isUnchanged(was, element)) {
      const fields = differences(was.object.without("position"), element.object.without("position"), []);
      changes.set(element.id, { fate: "changed", fields });
    }
  }
  for (const id of old.keys()) {
    changes.set(id, { fate: "removed", fields: [] });
  }
  return changes;
}

/** The places in which two objects differ, in the order of the later one; lists and values differ as a whole. */
function differences(before: JsonObject, after: JsonObject, path: string[]): FieldChange[] {
  const found: FieldChange[] = [];
  for (const name of new Set([...after.keys(), ...before.keys()])) {
    const [was, is] = [before.get(name), after.get(name)];
    if (isSame(was, is)) {
      continue;
    }
    const [old, current] = [JsonObject.parse(was), JsonObject.parse(is)];
    if (old && current) {
      found.push(...differences(old, current, [...path, name]));
    } else {
      found.push({ path: [...path, name], before: was, after: is });
    }
  }
  return found;
}

export interface Counts {
  added: number;
  changed: number;
  removed: number;
}

/** How many nodes and edges have which fate; changes of the workflow itself count as one. */
export function countChanges(diff: DocumentDiff): Counts {
  const counts: Counts = { added: 0, changed: diff.workflow.length > 0 ? 1 : 0, removed: 0 };
  for (const { fate } of [...diff.nodes.values(), ...diff.edges.values()]) {
    counts[fate]++;
  }
  return counts;
}

/** "2 added, 1 changed". */
export function countsInWords({ added, changed, removed }: Counts): string {
  const words = [
    [added, "added"],
    [changed, "changed"],
    [removed, "removed"],
  ] as const;
  const told = words.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  return told.join(", ") || "no changes";
}

const maxNamed = 3;

/** What a set of changes does, in words: `adds “Manager approval”, changes “Check order”, removes 4 edges`. */
export function diffInWords(diff: DocumentDiff, before: WorkflowDocument, after: WorkflowDocument): string {
  const clauses: string[] = [];
  for (const [fate, verb] of [
    ["added", "adds"],
    ["changed", "changes"],
    ["removed", "removes"],
  ] as const) {
    const ids = [...diff.nodes].filter(([, change]) => change.fate === fate).map(([id]) => id);
    const edges = [...diff.edges.values()].filter((change) => change.fate === fate).length;
    const titles = ids.map((id) => `“${(fate === "removed" ? before : after).titleOf(id)}”`);
    if (titles.length > 0) {
      clauses.push(`${verb} ${titles.length > maxNamed ? `${titles.length} steps` : titles.join(" and ")}`);
    }
    if (edges > 0) {
      clauses.push(`${verb} ${edges} ${edges === 1 ? "edge" : "edges"}`);
    }
  }
  if (diff.workflow.length > 0) {
    clauses.push(`changes the workflow’s ${diff.workflow.map((field) => field.path[0]).join(" and ")}`);
  }
  return clauses.join(", ") || "changes nothing";
}
