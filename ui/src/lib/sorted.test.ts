import { describe, expect, it } from "vitest";

import { nextOrder, readOrder, sorted } from "./sorted";

describe("the order of a list", () => {
  it("goes up, down, and back to how it came", () => {
    expect([nextOrder("", "name"), nextOrder("name", "name"), nextOrder("-name", "name")]).toEqual([
      "name",
      "-name",
      "",
    ]);
    expect(nextOrder("-version", "name")).toBe("name");
    expect([readOrder(""), readOrder("-name"), readOrder("name")]).toEqual([
      undefined,
      { by: "name", down: true },
      { by: "name", down: false },
    ]);
  });

  it("is that of people, with numbers by their size", () => {
    const rows = ["b", "Step 10", "step 9", "a"];
    expect(sorted(rows, String, false)).toEqual(["a", "b", "step 9", "Step 10"]);
    expect(sorted(rows, String, true)).toEqual(["Step 10", "step 9", "b", "a"]);
  });
});
