import { describe, expect, it } from "vitest";

import { argumentLines, argumentsOf, withPart } from "./servers";

describe("the arguments of an MCP server", () => {
  it("are lines, of which those in between may be empty", () => {
    expect(argumentLines({ args: ["--mcp", "", "x"] })).toBe("--mcp\n\nx");
    expect(argumentsOf("--mcp\n\nx\n")).toEqual(["--mcp", "", "x"]);
    expect(argumentsOf("\n")).toBeUndefined();
    expect(argumentLines({})).toBe("");
  });
});

describe("a part of an object", () => {
  it("is set in its place, added, or taken away", () => {
    expect(Object.keys(withPart({ a: 1, b: 2 }, "a", 3))).toEqual(["a", "b"]);
    expect(withPart({ a: 1 }, "b", 2)).toEqual({ a: 1, b: 2 });
    expect(withPart({ a: 1, b: 2 }, "a", undefined)).toEqual({ b: 2 });
  });
});
