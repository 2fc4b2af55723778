import { describe, expect, it } from "vitest";

import { differences } from "./differences";

describe("two sides of an object", () => {
  it("are told apart member by member, with the lines of a script as they are", () => {
    const theirs = { name: "a", timeout: "PT5S", script: { language: "node", source: "1\n2" } };
    const mine = { script: { source: "1\n3", language: "node" }, name: "a", inputs: [] };
    expect(differences(JSON.stringify(theirs), JSON.stringify(mine))).toEqual([
      { name: "timeout", theirs: "PT5S", mine: "" },
      { name: "script source", theirs: "1\n2", mine: "1\n3" },
      { name: "inputs", theirs: "", mine: "[]" },
    ]);
  });

  it("need not be objects", () => {
    expect(differences("1", "[]")).toEqual([]);
  });
});
