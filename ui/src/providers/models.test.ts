import { describe, expect, it } from "vitest";

import { priceOf, withFirst, withLabel, withPrice } from "./models";

describe("a model's prices", () => {
  it("are set and taken away one by one, and nothing else is lost", () => {
    const model = withPrice({ name: "m", more: 1 }, "input", 3);
    expect(model).toEqual({ name: "m", more: 1, prices: { input: 3 } });
    expect(withPrice(model, "output", 15).prices).toEqual({ input: 3, output: 15 });
    expect(withPrice(model, "input", undefined)).toEqual({ name: "m", more: 1 });
  });

  it("are numbers or not there", () => {
    expect(priceOf({ prices: { input: 0 } }, "input")).toBe(0);
    expect(priceOf({ prices: { input: "-3" } }, "input")).toBe("-3");
    expect(priceOf({}, "input")).toBeUndefined();
  });
});

describe("models", () => {
  it("have no empty label", () => {
    expect(withLabel({ name: "m", label: "M" }, "")).toEqual({ name: "m" });
  });

  it("have their default in front", () => {
    expect(withFirst([{ name: "a" }, { name: "b" }, { name: "c" }], 2).map(({ name }) => name)).toEqual([
      "c",
      "a",
      "b",
    ]);
  });
});
