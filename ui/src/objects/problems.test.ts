import { describe, expect, it } from "vitest";

import { placeName, toldOf, type ObjectProblem } from "./problems";

const problems: ObjectProblem[] = [
  { severity: "warning", field: "description", message: "a tool without a description can't be chosen" },
  { severity: "error", field: "inputs[1].name", message: 'inputs already has a field named "a"' },
  { severity: "error", field: "environment.1A", message: "can't be the name of a variable" },
  { severity: "error", message: "this is no JSON" },
];

describe("what is wrong", () => {
  const told = toldOf(problems);

  it("is told at its place, and at what holds it", () => {
    expect(told("inputs[1].name")).toBe('Inputs already has a field named "a"');
    expect(told("inputs[1]")).toBe('Inputs already has a field named "a"');
    expect(told("environment")).toContain("variable");
    expect(told("inputs[10]", "inputs[0]", "env")).toBeUndefined();
  });

  it("is no error where it is a warning", () => {
    expect(told("description")).toBeUndefined();
  });
});

describe("a place", () => {
  it("is called what the form calls it", () => {
    expect(["inputs[0].name", "outputs[2]", "script.source", "maxAttempts", "name"].map(placeName)).toEqual([
      "name of input 1",
      "output 3",
      "source",
      "attempts",
      "name",
    ]);
  });
});
