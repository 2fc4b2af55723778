import { describe, expect, it } from "vitest";

import { askToFix, listProblems } from "./problems";

const problem = (severity: "error" | "warning", message: string) => ({ severity, code: "X", message });

describe("the problems of all drafts", () => {
  const drafts = [
    { id: "w", type: "workflow" as const, name: "Flow", problems: [problem("warning", "stored")] },
    { id: "a", type: "action-type" as const, name: "check", problems: [problem("error", "bad")] },
  ];

  it("lists errors first", () => {
    expect(listProblems(drafts, undefined).map((p) => p.problem.message)).toEqual(["bad", "stored"]);
  });

  it("goes by what the editor heard last", () => {
    expect(listProblems(drafts, []).map((p) => p.problem.message)).toEqual(["bad"]);
  });

  it("asks the agent with the place", () => {
    const [first] = listProblems(
      [
        {
          ...drafts[0],
          id: "w",
          type: "workflow",
          name: "Flow",
          problems: [{ ...problem("error", "no"), nodeId: "n1" }],
        },
      ],
      undefined,
    );
    expect(first && askToFix(first)).toBe("Please fix this in Flow (n1): no");
  });
});
