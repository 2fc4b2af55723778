import { t } from "@lingui/core/macro";

import type { HistoryEntry, Instance } from "../api/queries/instances";
import { enumerated } from "../lib/format";
import type { Flow, Step } from "../lib/document";
import { isObject, textOf } from "../lib/json";

/** Where a step stands in a run. */
export type StepState = "done" | "active" | "failed" | "left";

export interface Path {
  /** By node. Where a node was visited again, its last visit counts. */
  steps: Map<string, StepState>;
  /** The nodes that were entered, in order, as often as they were. */
  visited: string[];
  /** How often each edge was taken. */
  taken: Map<string, number>;
}

const endings: Record<string, StepState> = {
  completed: "done",
  skipped: "done",
  "timed-out": "done",
  failed: "failed",
  rejected: "left",
};

/** The path that a run has taken. */
export function pathOf(history: HistoryEntry[], instance: Instance): Path {
  const path: Path = { visited: [], steps: new Map(), taken: new Map() };
  for (const { kind, nodeId, edgeId } of history) {
    if (kind === "edge-taken" && edgeId !== undefined) {
      path.taken.set(edgeId, (path.taken.get(edgeId) ?? 0) + 1);
    } else if (nodeId !== undefined && kind in endings) {
      path.steps.set(nodeId, endings[kind] ?? "done");
    } else if (nodeId !== undefined && (kind === "entered" || kind === "retried")) {
      path.steps.set(nodeId, "left");
      if (kind === "entered") {
        path.visited.push(nodeId);
      }
    }
  }
  const failedAt = instance.failure?.nodeId;
  const ended = instance.endedAt !== undefined;
  for (const { nodeId } of instance.activeBranches ?? []) {
    if (!ended && nodeId !== failedAt) {
      path.steps.set(nodeId, "active");
    }
  }
  if (failedAt !== undefined) {
    path.steps.set(failedAt, "failed");
  }
  return path;
}

/** Names what a history tells of. */
export class Names {
  private readonly steps: Map<string, Step>;
  private readonly ways: Map<string, string>;

  constructor(flow: Flow) {
    this.steps = new Map(flow.steps.map((step) => [step.id, step]));
    this.ways = new Map(flow.ways.map(({ id, target }) => [id, target]));
  }

  step(id: string | undefined): string {
    return `“${(id === undefined ? undefined : this.steps.get(id)?.name) ?? id ?? "?"}”`;
  }

  /** What a run comes to that ends at the step. */
  outcomeOf(id: string | undefined): string {
    const step = id === undefined ? undefined : this.steps.get(id);
    return step?.type === "end" ? textOf(step.config.outcome) : "";
  }

  targetOf(edgeId: string | undefined): string {
    return this.step(edgeId === undefined ? undefined : (this.ways.get(edgeId) ?? edgeId));
  }
}

/** What an entry of the history tells, in a sentence; `gave` names what its step gave. */
export function entryWords(entry: HistoryEntry, names: Names, gave: string[] = []): string {
  const data = isObject(entry.data) ? entry.data : {};
  const because = textOf(data.message) ? `: ${firstLine(textOf(data.message))}` : "";
  const here = names.step(entry.nodeId);
  switch (entry.kind) {
    case "entered":
      return t`Came to ${here}`;
    case "completed": {
      const outcome = names.outcomeOf(entry.nodeId);
      if (outcome) {
        return t`Ended at ${here}, with the outcome “${outcome}”`;
      }
      return t`Finished ${here}${gave.length > 0 ? t`, which gave ${enumerated(gave)}` : ""}`;
    }
    case "failed":
      return t`Could not go on at ${here}${because}`;
    case "edge-taken":
      return t`Went on to ${names.targetOf(entry.edgeId)}`;
    case "arrived":
      return t`A branch arrived at ${here} and waits for the others`;
    case "timed-out":
      return t`No event came in time at ${here}`;
    case "rejected":
      return t`${here} was sent back to ${names.step(textOf(data.toNodeId))}${because}`;
    case "retried":
      return t`${here} is tried again${because}`;
    case "skipped":
      return t`${here} was skipped, with outputs from a person${because}`;
    case "stale":
      return t`Nobody did anything for long`;
    case "revived":
      return t`Somebody is there again`;
    case "migrated":
      return t`Went over to another version`;
    case "cancelled":
      return t`Cancelled${because}`;
    default:
      return `${entry.kind}${entry.nodeId === undefined ? "" : ` ${here}`}${because}`;
  }
}

const failures: Record<string, string> = {
  NO_ROUTE: t`No edge leads on from here: no condition was true, and there is no default`,
  EXPRESSION_ERROR: t`An expression could not be worked out`,
  TRANSITION_BUDGET: t`Too many steps at once: this looks like a loop without a stop`,
  STEP_LIMIT: t`Too many steps in all`,
  ACTION_FAILED: t`The action failed at its last attempt`,
};

/** What stopped a run, in words. */
export const failureWords = (code: string): string => failures[code] ?? t`The run could not go on`;

export const firstLine = (text: string): string => text.split("\n", 1)[0] ?? "";

/** The line of a failure that says most: the last one in which a script names its error, or else the last one at all. */
export function causeOf(message: string): string {
  const lines = message
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const rest = lines.slice(1);
  return rest.findLast((line) => /^(\w+\.)*\w*(Error|Exception|Fault)\b.*:/.test(line)) ?? rest.at(-1) ?? "";
}
