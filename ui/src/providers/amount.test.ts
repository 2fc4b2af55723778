import { describe, expect, it } from "vitest";

import { amountOf, amountWords } from "./amount";

describe("amounts", () => {
  it.each([
    ["", false, undefined],
    ["2.50", false, 2.5],
    ["0", false, 0],
    ["3.", false, 3],
    [".5", false, 0.5],
    ["-3", false, "-3"],
    ["3,5", false, "3,5"],
    ["128,000", true, 128000],
    ["1e99", true, "1e99"],
    ["1.5", true, "1.5"],
    ["99999999999999999999", true, "99999999999999999999"],
  ])("reads %j", (text, whole, amount) => {
    expect(amountOf(text, whole)).toBe(amount);
  });

  it("shows what stands there, be it an amount or not", () => {
    expect(amountWords(128000, true)).toBe("128,000");
    expect(amountWords(2.5, false)).toBe("2.5");
    expect(amountWords("-3", false)).toBe("-3");
    expect(amountWords(undefined, false)).toBe("");
  });
});
