import { describe, expect, it } from "vitest";

import type { SessionEvent } from "../types";
import { triedByAi, TriedExpressions } from "./evaluations";

describe("expressions that a person tries", () => {
  const question = (expression: string) => ({ expression, scope: "edge-condition" as const });

  it("are one while they are being typed", () => {
    const tried = new TriedExpressions();
    tried.add(question("context.a >"), { error: { code: "parse", message: "no" } }, 1000);
    tried.add(question("context.a > 1"), { value: true, type: "bool" }, 2000);
    expect(tried.get()).toMatchObject([{ expression: "context.a > 1", state: "value", text: "true", type: "bool" }]);
    tried.add(question("1"), { value: 1, type: "int" }, 20_000);
    expect(tried.get().map((one) => one.expression)).toEqual(["1", "context.a > 1"]);
  });

  it("tell why they have no value", () => {
    const tried = new TriedExpressions();
    tried.add(question("b"), { error: { code: "unknown-key", message: "there is no b" } });
    expect(tried.get()).toMatchObject([{ state: "error", text: "there is no b" }]);
  });
});

describe("expressions that the AI tries", () => {
  const event = (seq: number, kind: string, data: Record<string, unknown>) =>
    ({ seq, kind, turnId: "t", at: "2026-01-01T00:00:00Z", data }) as unknown as SessionEvent;

  it("are read from the conversation, the newest first", () => {
    const events = [
      event(1, "tool-started", {
        id: "1",
        name: "mcp__heddle__evaluate_expression",
        input: { expression: "1 + 1", scope: "action-input" },
      }),
      event(2, "tool-finished", { id: "1", output: '{"value":2,"type":"int"}', isError: false }),
      event(3, "tool-started", { id: "2", name: "get_composition", input: {} }),
      event(4, "tool-started", {
        id: "3",
        name: "evaluate_expression",
        input: { expression: "x", scope: "action-input" },
      }),
    ];
    expect(triedByAi(events)).toMatchObject([
      { expression: "x", state: "running" },
      { expression: "1 + 1", state: "value", text: "2", type: "int", by: "ai" },
    ]);
  });
});
