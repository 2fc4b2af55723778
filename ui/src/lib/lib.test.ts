import { describe, expect, it } from "vitest";

import { between, duration, enumerated, since } from "./format";
import { sameJSON } from "./json";
import { matches } from "./matches";

describe("times", () => {
  it("are told in the unit that fits", () => {
    expect([12, 4200, 185_000, 7_800_000].map(duration)).toEqual(["12 ms", "4.2 s", "3 min 5 s", "2 h 10 min"]);
    expect(between("2026-01-01T10:00:00Z", "2026-01-01T10:00:01.5Z")).toBe("1.5 s");
  });

  it("are told as what has passed, and by date after a week", () => {
    const now = new Date("2026-01-20T10:00:00Z").getTime();
    expect(since("2026-01-20T09:59:50Z", now)).toBe("just now");
    expect(since("2026-01-20T09:57:10Z", now)).toContain("2");
    expect(since("2025-12-01T10:00:00Z", now)).toContain("2025");
    expect(since("never", now)).toBe("never");
  });
});

describe("words", () => {
  it("enumerate", () => {
    expect([enumerated([]), enumerated(["a"]), enumerated(["a", "b", "c"])]).toEqual(["", "a", "a, b and c"]);
  });
});

describe("a search", () => {
  it("finds all of its words anywhere", () => {
    expect(matches("fund TAKE", "Refund intake", undefined)).toBe(true);
    expect(matches("refund slug", "Refund", "a-slug")).toBe(true);
    expect(matches("refund other", "Refund")).toBe(false);
    expect(matches("", "anything")).toBe(true);
  });
});

describe("JSON values", () => {
  it("are the same whatever the order of keys, but not of lists", () => {
    expect(sameJSON({ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 })).toBe(true);
    expect(sameJSON([1, 2], [2, 1])).toBe(false);
    expect(sameJSON({ a: undefined }, { b: undefined })).toBe(false);
    expect(sameJSON({ a: null }, {})).toBe(false);
  });
});
