import type { HistoryEntry } from "../api/queries/instances";
import { between } from "../lib/format";
import { isObject, listOf, textOf, type JSONObject } from "../lib/json";

/** What an entry of a history adds to its sentence. */
export interface Told {
  /** How long the step took, where the entry ends it. */
  took?: string;
  /** What the step wrote into the data, as it still stands there; what was not given is left out. */
  wrote: JSONObject;
  /** What it wrote and a later step wrote again. */
  overwritten: string[];
}

const ends = new Set(["completed", "failed", "timed-out", "rejected", "skipped"]);

const keysOf = ({ data }: HistoryEntry): string[] => (isObject(data) ? listOf(data.outputKeys).map(textOf) : []);

/** Tells of each entry, by its number, how long its step took and what that wrote. */
export function story(history: readonly HistoryEntry[], context: JSONObject): Map<number, Told> {
  const entered = new Map<string, string>();
  const writers = new Map<string, number>();
  for (const entry of history) {
    keysOf(entry).forEach((key) => writers.set(key, entry.seq));
  }
  const told = new Map<number, Told>();
  for (const entry of history) {
    const { seq, at, kind, activationId = "" } = entry;
    if (kind === "entered") {
      entered.set(activationId, at);
    }
    const since = ends.has(kind) ? entered.get(activationId) : undefined;
    const keys = keysOf(entry);
    told.set(seq, {
      ...(since !== undefined && since !== at && { took: between(since, at) }),
      wrote: Object.fromEntries(
        keys
          .filter((key) => writers.get(key) === seq && (context[key] ?? null) !== null)
          .map((key) => [key, context[key]]),
      ),
      overwritten: keys.filter((key) => writers.get(key) !== seq),
    });
  }
  return told;
}
