import { describe, expect, it } from "vitest";

import { lineDiff } from "./lineDiff";

const show = (before: string, after: string) =>
  lineDiff(before, after).map(({ kind, text }) => `${{ same: " ", added: "+", removed: "-", gap: "~" }[kind]}${text}`);

describe("a diff by lines", () => {
  it("tells what was added and removed", () => {
    expect(show("a\nb\nc", "a\nx\nc\nd")).toEqual([" a", "-b", "+x", " c", "+d"]);
  });

  it("knows all that was added or removed", () => {
    expect(show("", "a\nb")).toEqual(["+a", "+b"]);
    expect(show("a", "")).toEqual(["-a"]);
  });

  it("cuts what is the same", () => {
    const before = Array.from({ length: 20 }, (_, n) => `line ${n}`);
    const after = before.map((line) => (line === "line 10" ? "other" : line));
    expect(show(before.join("\n"), after.join("\n"))).toEqual([
      "~…",
      " line 7",
      " line 8",
      " line 9",
      "-line 10",
      "+other",
      " line 11",
      " line 12",
      " line 13",
      "~…",
    ]);
  });
});
