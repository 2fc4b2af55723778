import { describe, expect, it } from "vitest";

import type { HistoryEntry } from "../api/queries/instances";
import { story } from "./story";

let seq = 0;
const entry = (kind: string, second: number, activationId: string, outputKeys?: string[]): HistoryEntry => ({
  seq: ++seq,
  at: `2026-01-01T00:00:0${second}Z`,
  kind,
  activationId,
  ...(outputKeys && { data: { outputKeys } }),
});

describe("a history", () => {
  const history = [
    entry("entered", 0, "i/1"),
    entry("completed", 2, "i/1", ["total", "first"]),
    entry("entered", 2, "i/2"),
    entry("edge-taken", 2, ""),
    entry("completed", 5, "i/2", ["total"]),
  ];
  const told = story(history, { total: 2, first: "a", given: true });

  it("tells how long each step took", () => {
    expect(history.map((one) => told.get(one.seq)?.took)).toEqual([undefined, "2.0 s", undefined, undefined, "3.0 s"]);
  });

  it("tells what each step wrote, and what was written again", () => {
    expect(told.get(2)).toMatchObject({ wrote: { first: "a" }, overwritten: ["total"] });
    expect(told.get(5)).toMatchObject({ wrote: { total: 2 }, overwritten: [] });
  });
});
