import { describe, expect, it } from "vitest";

import { endWords, turnsOf } from "./turns";

const event = (seq: number, kind: string, turnId: string | undefined, data: Record<string, unknown> = {}) => ({
  seq,
  kind,
  ...(turnId === undefined ? {} : { turnId }),
  at: `2026-01-01T00:00:0${seq}Z`,
  data,
});

describe("the turns of a session", () => {
  it("begin with a message and end where the server says so, the newest first", () => {
    const turns = turnsOf([
      event(1, "user-message", "a", { text: "Hello" }),
      event(2, "text", "a", { text: "Hello" }),
      event(3, "turn-ended", "a", { outcome: "completed" }),
      event(4, "notice", undefined, { text: "Applied: tools/count.json" }),
      event(5, "user-message", "b", { text: "Go on" }),
    ]);
    expect(turns.map(({ id, startedAt, endedAt }) => [id, startedAt.slice(-3), endedAt?.slice(-3)])).toEqual([
      ["b", "05Z", undefined],
      ["a", "01Z", "03Z"],
    ]);
  });

  it("have used what their agent told piece by piece", () => {
    const [turn] = turnsOf([
      event(1, "user-message", "a"),
      event(2, "usage", "a", { inputTokens: 100, outputTokens: 10, costUSD: 0.5 }),
      event(3, "usage", "a", { inputTokens: 200, outputTokens: 20, cacheReadTokens: 50 }),
    ]);
    expect(turn?.usage).toEqual({
      inputTokens: 300,
      outputTokens: 30,
      cacheReadTokens: 50,
      cacheWriteTokens: 0,
      costUSD: 0.5,
    });
  });

  it("are said to have ended only where they ended badly", () => {
    const [turn] = turnsOf([event(1, "user-message", "a"), event(2, "turn-ended", "a", { outcome: "failed" })]);
    expect(turn && endWords(turn)).toBe("The turn failed.");
    expect(endWords({ id: "b", startedAt: "", outcome: "completed", notice: "" })).toBe("");
    expect(endWords({ id: "c", startedAt: "", outcome: "interrupted", notice: "A person did it." })).toBe(
      "A person did it.",
    );
  });
});
