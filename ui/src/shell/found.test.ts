import { describe, expect, it } from "vitest";

import { found } from "./found";

const named = (...labels: string[]) => labels.map((label) => ({ id: label, label }));
const many = (word: string, count: number) => named(...Array.from({ length: count }, (_, i) => `${word} ${i}`));
const labels = (groups: ReturnType<typeof found>) =>
  groups.map(({ group, actions }) => `${group}: ${actions.map(({ label }) => label).join(", ")}`);

describe("what the palette finds", () => {
  it("is what was worked on last before anybody typed, and no group that is only searched", () => {
    const groups = [
      { group: "Compositions", actions: many("C", 9), atFirst: 2 },
      { group: "Tools", actions: many("T", 9), atFirst: 0 },
    ];
    expect(labels(found(" ", groups))).toEqual(["Compositions: C 0, C 1"]);
  });

  it("is found in every group, however much the first one has", () => {
    const groups = [
      { group: "Compositions", actions: many("Refund", 500), atFirst: 2 },
      { group: "Tools", actions: named("order-status", "find-refund"), atFirst: 0 },
    ];
    expect(found("refund", groups).map(({ actions }) => actions.length)).toEqual([10, 1]);
  });

  it("begins with what begins with the words, in any case", () => {
    const groups = [{ group: "Tools", actions: named("late refund", "Refund late", "other") }];
    expect(labels(found("refund", groups))).toEqual(["Tools: Refund late, late refund"]);
    expect(labels(found("late ref", groups))).toEqual(["Tools: late refund, Refund late"]);
  });

  it("is found by what is said of it, such as a slug", () => {
    const groups = [{ group: "Workflows", actions: [{ id: "w", label: "Rückgabe", description: "returns" }] }];
    expect(labels(found("return", groups))).toEqual(["Workflows: Rückgabe"]);
  });
});
