import { describe, expect, it } from "vitest";

import type { UsageSum } from "../api/queries/usage";
import { csvOf } from "./csv";
import { daysOf, everyDay, lastDays, rangeOf, roundUp, tokensOf } from "./days";

const sum = (key: string, more: Partial<UsageSum> = {}): UsageSum => ({
  key,
  records: 1,
  turns: 1,
  inputTokens: 10,
  outputTokens: 5,
  cacheReadTokens: 2,
  cacheWriteTokens: 1,
  costUSD: 0.5,
  unpriced: 0,
  ...more,
});

describe("a range of days", () => {
  it("ends with the present day", () => {
    const range = lastDays(7, Date.parse("2026-11-30T21:00:00Z"));
    expect(range).toEqual({ from: "2026-11-24T00:00:00.000Z", to: "2026-12-01T00:00:00.000Z" });
    expect(daysOf(range)).toEqual({ first: "2026-11-24", last: "2026-11-30" });
  });

  it("includes both days, which have to be the right way round", () => {
    expect(rangeOf("2026-11-30", "2026-11-30")?.to).toBe("2026-12-01T00:00:00.000Z");
    expect(rangeOf("2026-11-30", "2026-11-29")).toBeUndefined();
    expect(rangeOf("", "2026-11-29")).toBeUndefined();
  });

  it("has every day, also where nothing was used", () => {
    const range = lastDays(3, Date.parse("2026-03-01T12:00:00Z"));
    expect(everyDay(range, [sum("2026-02-28")]).map(({ key, costUSD }) => [key, costUSD])).toEqual([
      ["2026-02-27", 0],
      ["2026-02-28", 0.5],
      ["2026-03-01", 0],
    ]);
  });
});

describe("a chart", () => {
  it("goes up to a round number", () => {
    expect([0, 0.003, 1, 11, 49, 51].map(roundUp)).toEqual([1, 0.005, 1, 20, 50, 100]);
  });

  it("counts all tokens", () => {
    expect(tokensOf(sum("a"))).toBe(18);
  });
});

describe("a table for other programs", () => {
  it("has a line for each sum, and quotes what needs it", () => {
    const [head, first, second] = csvOf([sum("m", { label: 'say "a", or b' }), sum("x", { label: "=1+1" })]).split(
      "\r\n",
    );
    expect(head).toMatch(/^key,label,records/);
    expect(first).toBe('m,"say ""a"", or b",1,1,10,2,1,5,0.5,0');
    expect(second).toBe("x,'=1+1,1,1,10,2,1,5,0.5,0");
  });
});
