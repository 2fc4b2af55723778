import { describe, expect, it } from "vitest";

import { parseImported } from "./imported";

describe("a file that is imported", () => {
  it("is a document with lists of nodes and edges", () => {
    expect(parseImported('{"id":"x","nodes":[{"id":"a"}],"edges":[]}').nodes).toHaveLength(1);
  });

  it.each([
    ["nodes", '{"id":"x","name":5,"nodes":{},"edges":[]}'],
    ["edges", '{"id":"x","nodes":[],"edges":null}'],
    ["nodes", '{"name":"package","version":"1.0.0"}'],
    ["nodes", '{"nodes":["a"],"edges":[]}'],
    ["JSON object", "[]"],
  ])("is refused without its %s", (part, text) => {
    expect(() => parseImported(text)).toThrow(part);
  });
});
