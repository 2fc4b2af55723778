import { describe, expect, it } from "vitest";

import { testInputs, testValues } from "./testInputs";

describe("the form of a test run", () => {
  it("is made of the declared inputs of an action type", () => {
    const text = JSON.stringify({
      inputs: [
        { name: "amount", type: "number", label: "Amount", required: true },
        { name: "size", options: [{ label: "Small", value: "s" }] },
        { name: "" },
      ],
    });
    expect(testInputs({ type: "action-type", text })).toEqual([
      { name: "amount", label: "Amount", type: "number", required: true },
      { name: "size", label: "size", type: "text", required: false, options: ["s"] },
    ]);
  });

  it("is made of the schema of a tool", () => {
    const text = JSON.stringify({
      parameters: {
        properties: { id: { type: "string", description: "Which" }, deep: { type: "object" } },
        required: ["id"],
      },
    });
    expect(testInputs({ type: "tool", text })).toEqual([
      { name: "id", label: "id", type: "text", required: true, description: "Which" },
      { name: "deep", label: "deep", type: "json", required: false },
    ]);
  });

  it("gives values of the declared types", () => {
    const inputs = [
      { name: "n", label: "n", type: "number", required: true },
      { name: "b", label: "b", type: "boolean", required: false },
      { name: "j", label: "j", type: "json", required: false },
      { name: "t", label: "t", type: "text", required: false },
    ] as const;
    expect(testValues([...inputs], { n: "4.5", j: "[1]" })).toEqual({ values: { n: 4.5, b: false, j: [1] } });
    expect(testValues([...inputs], { n: "", j: "[" })).toEqual({
      errors: { n: "This is needed.", j: "This is not valid JSON." },
    });
    expect(testValues([...inputs], { n: "x" })).toEqual({ errors: { n: "This is no number." } });
  });
});
