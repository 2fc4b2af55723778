import { plural, t } from "@lingui/core/macro";

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
      changes.set(element.id, { fate: "added", fields: differences(JsonObject.empty, contentOf(element), []) });
    } else if (was !== element && !isUnchanged(was, element)) {
      const fields = differences(contentOf(was), contentOf(element), []);
      changes.set(element.id, { fate: "changed", fields });
    }
  }
  for (const [id, element] of old) {
    changes.set(id, { fate: "removed", fields: differences(contentOf(element), JsonObject.empty, []) });
  }
  return changes;
}

const contentOf = ({ object }: { object: JsonObject }): JsonObject => object.without("position", "id");

/** The places in which two objects differ, in the order of the later one; lists and values differ as a whole. */
function differences(before: JsonObject, after: JsonObject, path: string[]): FieldChange[] {
  const found: FieldChange[] = [];
  for (const name of new Set([...after.keys(), ...before.keys()])) {
    const [was, is] = [before.get(name), after.get(name)];
    if (isSame(was, is)) {
      continue;
    }
    // Settings that only one side has are told one by one all the same.
    const none = name === "config" && path.length === 0 ? JsonObject.empty : undefined;
    const old = JsonObject.parse(was) ?? (was === undefined ? none : undefined);
    const current = JsonObject.parse(is) ?? (is === undefined ? none : undefined);
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
  return told.join(", ") || t`no changes`;
}

const maxNamed = 3;

const verbs = {
  does: { added: "adds", changed: "changes", removed: "removes" },
  did: { added: "added", changed: "changed", removed: "removed" },
} as const;

/** What a set of changes does, or did, in words: `adds “Manager approval” and 3 edges, changes “Check order”`. */
export function diffInWords(
  diff: DocumentDiff,
  before: WorkflowDocument,
  after: WorkflowDocument,
  tense: keyof typeof verbs = "does",
): string {
  const clauses: string[] = [];
  for (const fate of ["added", "changed", "removed"] as const) {
    const ids = [...diff.nodes].filter(([, change]) => change.fate === fate).map(([id]) => id);
    const edges = [...diff.edges.values()].filter((change) => change.fate === fate).length;
    const titles = ids.map((id) => `“${(fate === "removed" ? before : after).titleOf(id)}”`);
    const things = titles.length > maxNamed ? [t`${titles.length} steps`] : titles;
    if (edges > 0) {
      things.push(plural(edges, { one: "# edge", other: "# edges" }));
    }
    if (things.length > 0) {
      clauses.push(`${verbs[tense][fate]} ${things.join(" and ")}`);
    }
  }
  if (diff.workflow.length > 0) {
    const fields = diff.workflow.map((field) => field.path[0]).join(" and ");
    clauses.push(t`${verbs[tense].changed} the workflow’s ${fields}`);
  }
  return clauses.join(", ") || (tense === "does" ? t`changes nothing` : t`changed nothing`);
}
