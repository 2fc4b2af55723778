import { t } from "@lingui/core/macro";

import type { Schemas } from "../../api/client";

/** How an edge came out when its source was left. */
export type EdgeOutcome = "taken" | "false" | "skipped" | "error";

export interface Snapshot {
  resume?: string;
  output?: unknown;
  status: string;
  activeBranches: { branchId: string; nodeId: string }[];
  joinArrivals: Record<string, string[]>;
  context: Record<string, unknown>;
  visited: string[];
  inputs?: Record<string, unknown>;
  edges: { edgeId: string; outcome: EdgeOutcome; message?: string }[];
  failure?: { code: string; nodeId: string; edgeId?: string; message: string };
}

export interface SimulationError {
  code: string;
  message: string;
  nodeId?: string;
  problems?: { message: string; field?: string }[];
}

/** The contract leaves open what snapshots are; the engine's are these. */
export const snapshotsOf = (result: Schemas["SimulationResult"]): Snapshot[] =>
  result.snapshots as unknown as Snapshot[];

export const errorOf = (result: Schemas["SimulationResult"]): SimulationError | undefined =>
  result.error as unknown as SimulationError | undefined;

/** What a run looks like on the canvas. */
export interface RunView {
  /** How often each node was entered. */
  visits: ReadonlyMap<string, number>;
  /** The nodes in which branches wait now. */
  waiting: ReadonlySet<string>;
  failed?: string | undefined;
  /** The last outcome of each edge, and what an error said. */
  edges: ReadonlyMap<string, { outcome: EdgeOutcome; message?: string | undefined }>;
}

/** The view of a run up to a snapshot. */
export function runView(snapshots: readonly Snapshot[], upTo = snapshots.length - 1): RunView {
  const shown = snapshots.slice(0, upTo + 1);
  const last = shown.at(-1);
  const visits = new Map<string, number>();
  for (const id of last?.visited ?? []) {
    visits.set(id, (visits.get(id) ?? 0) + 1);
  }
  const edges: [string, { outcome: EdgeOutcome; message?: string | undefined }][] = shown
    .flatMap((snapshot) => snapshot.edges)
    .map(({ edgeId, outcome, message }) => [edgeId, { outcome, message }]);
  return {
    visits,
    waiting: new Set(last?.activeBranches.map((branch) => branch.nodeId)),
    failed: last?.failure?.nodeId,
    edges: new Map(edges),
  };
}

/** What the engine is given in the place of the world: one node after the other. */
export interface Delivery {
  node: string;
  output?: unknown;
  timeout?: boolean;
}

export const statusWords: Record<string, string> = {
  running: t`Running`,
  waiting: t`Waiting`,
  completed: t`Completed`,
  failed: t`Failed`,
  cancelled: t`Cancelled`,
};
