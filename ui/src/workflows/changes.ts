import { t } from "@lingui/core/macro";

import { wayWords, readFlow, typeWord, type Flow } from "../lib/document";
import { isObject, objectsOf, sameJSON, textOf, type JSONObject } from "../lib/json";

/** One line of a comparison: what happened to what, and the values where something changed. */
export interface Change {
  kind: "added" | "changed" | "removed";
  what: string;
  details: Detail[];
}

export interface Detail {
  name: string;
  before?: unknown;
  after?: unknown;
}

/** Puts the operations that lead from one document to another into words. */
export function changesOf(changeSet: JSONObject, before: JSONObject, after: JSONObject): Change[] {
  const words = new Words(before, after);
  return objectsOf(changeSet.ops).flatMap((op) => words.of(op));
}

const empty: JSONObject = {};
const objectOf = (value: unknown): JSONObject => (isObject(value) ? value : empty);

class Words {
  private readonly flows: [before: Flow, after: Flow];

  constructor(
    private readonly before: JSONObject,
    private readonly after: JSONObject,
  ) {
    this.flows = [readFlow(before), readFlow(after)];
  }

  of(op: JSONObject): Change[] {
    const id = textOf(op.id);
    switch (op.op) {
      case "addNode":
        return [{ kind: "added", what: this.step(textOf(objectOf(op.node).id), 1), details: [] }];
      case "removeNode":
        return [{ kind: "removed", what: this.step(id, 0), details: [] }];
      case "renameNode":
        return [{ kind: "changed", what: this.step(id, 0), details: [{ name: "id", before: id, after: op.newId }] }];
      case "updateNode":
        return [{ kind: "changed", what: this.step(id, 1), details: this.nodeDetails(id) }];
      case "addEdge":
        return [{ kind: "added", what: this.way(textOf(objectOf(op.edge).id), 1), details: [] }];
      case "removeEdge":
        return [{ kind: "removed", what: this.way(id, 0), details: [] }];
      case "updateEdge":
        return [{ kind: "changed", what: this.way(id, 1), details: details(...this.both("edges", id)) }];
      case "metadata":
        return [
          {
            kind: "changed",
            what: t`The workflow`,
            details: details(this.before, this.after, Object.keys(objectOf(op.patch))),
          },
        ];
      default:
        return [];
    }
  }

  private both(list: "nodes" | "edges", id: string): [JSONObject, JSONObject] {
    const find = (document: JSONObject) => objectsOf(document[list]).find((element) => element.id === id) ?? empty;
    return [find(this.before), find(this.after)];
  }

  private nodeDetails(id: string): Detail[] {
    const [before, after] = this.both("nodes", id);
    return [...details(before, after, ["name"]), ...details(objectOf(before.config), objectOf(after.config))];
  }

  private step(id: string, side: 0 | 1): string {
    const step = this.flows[side].steps.find((one) => one.id === id);
    return step ? `${typeWord(step)} “${step.name}”` : t`Step “${id}”`;
  }

  private way(id: string, side: 0 | 1): string {
    const flow = this.flows[side];
    const way = flow.ways.find((one) => one.id === id);
    if (!way) {
      return t`Edge “${id}”`;
    }
    const name = (step: string) => flow.steps.find((one) => one.id === step)?.name ?? step;
    const when = wayWords(way) || way.condition;
    return t`Edge from “${name(way.source)}” to “${name(way.target)}”${when ? ` (${when})` : ""}`;
  }
}

/** The members that differ, by default all. */
function details(before: JSONObject, after: JSONObject, names?: string[]): Detail[] {
  const all = names ?? [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return all
    .filter((name) => !sameJSON(before[name], after[name]))
    .map((name) => ({ name, before: before[name], after: after[name] }));
}

/** How the action types or tools of two versions differ. */
export function namedChanges(noun: string, before: unknown, after: unknown): Change[] {
  const [old, now] = [objectOf(before), objectOf(after)];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].sort().flatMap((name): Change[] => {
    const what = `${noun} “${name}”`;
    if (!(name in old)) {
      return [{ kind: "added", what, details: [] }];
    }
    if (!(name in now)) {
      return [{ kind: "removed", what, details: [] }];
    }
    const found = details(objectOf(old[name]), objectOf(now[name]));
    return found.length === 0 ? [] : [{ kind: "changed", what, details: found }];
  });
}
