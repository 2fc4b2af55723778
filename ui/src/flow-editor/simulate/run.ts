// A simulated run as the panel plays it: what was given, what came of it, and how far it is shown.
import type { Delivery, RunView, SimulationError, Snapshot } from "../model/simulation";
import { runView } from "../model/simulation";

export interface Run {
  /** The content revision of the document that was played. */
  revision: string;
  context: Record<string, unknown>;
  deliveries: readonly Delivery[];
  snapshots: readonly Snapshot[];
  error: SimulationError | undefined;
  /** How many node entries are shown; the rest is known, but not shown yet. */
  shown: number;
}

export const entries = (run: Run): number => run.snapshots.at(-1)?.visited.length ?? 0;

export const isAtRest = (run: Run): boolean => run.shown >= entries(run);

/** The run with one entry more in sight. */
export const stepped = (run: Run): Run => ({ ...run, shown: Math.min(run.shown + 1, entries(run)) });

export const atRest = (run: Run): Run => ({ ...run, shown: entries(run) });

/** What the canvas shows of a run: all of it when it is at rest, else as far as it was stepped. */
export function shownView(run: Run): RunView {
  const whole = runView(run.snapshots);
  if (isAtRest(run)) {
    return whole;
  }
  const visited = (run.snapshots.at(-1)?.visited ?? []).slice(0, run.shown);
  const visits = new Map<string, number>();
  for (const id of visited) {
    visits.set(id, (visits.get(id) ?? 0) + 1);
  }
  const edges: RunView["edges"] = new Map(
    run.snapshots
      .flatMap((snapshot) => snapshot.edges)
      .filter((_, i, all) => all.slice(0, i + 1).filter((edge) => edge.outcome === "taken").length < run.shown)
      .map(({ edgeId, outcome, message }) => [edgeId, { outcome, message }]),
  );
  const last = visited.at(-1);
  return { visits, waiting: new Set(last === undefined ? [] : [last]), failed: undefined, edges };
}

/** The keys of the context that the last call changed or added. */
export function changedKeys(run: Run): ReadonlySet<string> {
  const [before, after] = [run.snapshots.at(-2)?.context ?? run.context, run.snapshots.at(-1)?.context ?? {}];
  return new Set(Object.keys(after).filter((key) => JSON.stringify(after[key]) !== JSON.stringify(before[key])));
}
