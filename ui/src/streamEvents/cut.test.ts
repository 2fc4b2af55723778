import { describe, expect, it } from "vitest";

import { readCut, unmarked } from "./cut";

const cut = ["payload.lines[20:]", "payload.note[1000:]", "payload.more"];

describe("what was cut off", () => {
  it("is read from the mark in its place", () => {
    expect(readCut("… cut: 40 more elements; the path is payload.lines[20:]", cut)).toEqual({
      shown: "",
      missing: "40 more elements",
      path: "payload.lines[20:]",
    });
    expect(readCut("first\nlines… cut: 3 more characters; the path is payload.note[1000:]", cut)?.shown).toBe(
      "first\nlines",
    );
  });

  it("is not seen where data only looks like a mark", () => {
    expect(readCut("… cut: 1 more; the path is payload.elsewhere", cut)).toBeUndefined();
    expect(readCut("a text", cut)).toBeUndefined();
  });

  it("may have no mark, where keys had no room", () => {
    const value = { lines: ["… cut: 40 more elements; the path is payload.lines[20:]"], note: "x" };
    expect(unmarked(value, cut)).toEqual(["payload.note[1000:]", "payload.more"]);
  });
});
