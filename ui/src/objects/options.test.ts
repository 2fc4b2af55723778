import { describe, expect, it } from "vitest";

import { optionLines, optionsFrom } from "./options";

describe("options of a field", () => {
  it("are lines, with a label where it is another than the value", () => {
    const options = [
      { value: "a", label: "a" },
      { value: "b", label: "Be = it" },
    ];
    expect(optionLines(options)).toBe("a\nb = Be = it");
    expect(optionsFrom("a\n\n b = Be = it ")).toEqual(options);
  });

  it("are left out where there are none", () => {
    expect(optionsFrom(" \n= nothing")).toBeUndefined();
  });
});
