import { describe, expect, it } from "vitest";

import type { SessionEvent } from "../types";
import { talkOf, waitsForAnswer } from "./conversation";
import type { Writing } from "./writing";

let seq = 0;
const event = (kind: string, data: Record<string, unknown>, turnId?: string): SessionEvent => ({
  seq: ++seq,
  kind,
  at: "2026-01-01T00:00:00.000Z",
  data,
  ...(turnId ? { turnId } : {}),
});

describe("a conversation", () => {
  it("groups what was said by turn", () => {
    const talk = talkOf([
      event("user-message", { text: "Build it" }, "t1"),
      event("text", { text: "I will" }, "t1"),
      event("turn-complete", { outcome: "completed" }, "t1"),
      event("user-message", { text: "Thanks" }, "t2"),
    ]);
    expect(talk.map((t) => [t.turnId, t.message, t.blocks.length])).toEqual([
      ["t1", "Build it", 1],
      ["t2", "Thanks", 0],
    ]);
  });

  it("joins the call of a tool and its result", () => {
    const [talk] = talkOf([
      event("tool-started", { id: "c1", name: "validate_composition", input: {} }, "t1"),
      event("tool-started", { id: "c2", name: "get_item", input: { name: "a" } }, "t1"),
      event("tool-finished", { id: "c1", output: "{}", isError: false }, "t1"),
      event("tool-finished", { id: "c2", output: "no", isError: true }, "t1"),
      event("tool-started", { id: "c3", name: "get_item", input: null }, "t1"),
    ]);
    expect(talk?.blocks).toMatchObject([
      { name: "validate_composition", state: "done", output: "{}" },
      { name: "get_item", state: "failed", output: "no" },
      { name: "get_item", state: "running", input: {} },
    ]);
  });

  it("puts late notices of a turn with their turn", () => {
    const talk = talkOf([
      event("user-message", { text: "One" }, "t1"),
      event("user-message", { text: "Two" }, "t2"),
      event("notice", { text: "The first turn was undone." }, "t1"),
    ]);
    expect(talk.map((t) => t.blocks.length)).toEqual([1, 0]);
  });

  it("has a place for what belongs to no turn", () => {
    const talk = talkOf([event("error", { message: "It is gone" }), event("exit", { code: 0 })]);
    expect(talk).toMatchObject([{ turnId: undefined, blocks: [{ kind: "error", text: "It is gone" }] }]);
  });

  it("tells what became of a question", () => {
    const asked = [
      event("question", { id: "q1", text: "Which?", options: ["red", "blue"] }, "t1"),
      event("question", { id: "q2", text: "Why?" }, "t1"),
    ];
    const settled = [
      event("answer", { questionId: "q1", text: "blue", userId: "u" }, "t1"),
      event("question-closed", { questionId: "q2" }, "t1"),
    ];
    expect(talkOf(asked).map(waitsForAnswer)).toEqual([true]);
    const [talk] = talkOf([...asked, ...settled]);
    expect(talk?.blocks).toMatchObject([
      { id: "q1", options: ["red", "blue"], answer: { text: "blue", userId: "u" } },
      { id: "q2", options: [], closed: true },
    ]);
    expect(talk && waitsForAnswer(talk)).toBe(false);
  });

  it("tells a text that broke off", () => {
    expect(talkOf([event("text", { text: "I will", partial: true }, "t1")])).toMatchObject([
      { blocks: [{ text: "I will", partial: true }] },
    ]);
  });

  it("shows nothing for what nobody needs to see", () => {
    expect(talkOf([event("session-started", {}), event("turn-started", {}, "t1"), event("usage", {}, "t1")])).toEqual(
      [],
    );
  });
});

describe("a text that is being written", () => {
  const asked = event("user-message", { text: "Build it" }, "t1");
  const first = event("text", { text: "I will" }, "t1");
  const writing: Writing = { turnId: "t1", text: "It is", parts: 2, after: first.seq };
  const blocks = (...events: SessionEvent[]) =>
    talkOf(events, writing).map((t) => t.blocks.map((block) => [block.kind, "text" in block && block.text]));

  it("stands at the end of its turn, as far as it has come", () => {
    expect(blocks(asked, first)).toEqual([
      [
        ["text", "I will"],
        ["writing", "It is"],
      ],
    ]);
  });

  it("gives way to the stored text and is never shown beside it", () => {
    expect(blocks(asked, first, event("text", { text: "It is done" }, "t1"))).toEqual([
      [
        ["text", "I will"],
        ["text", "It is done"],
      ],
    ]);
  });

  it("stays while other things happen", () => {
    const [turn] = blocks(asked, first, event("notice", { text: "Saved" }, "t1"), event("usage", {}, "t1"));
    expect(turn?.at(-1)).toEqual(["writing", "It is"]);
  });

  it("ends with its turn if it was left unfinished", () => {
    expect(blocks(asked, first, event("turn-complete", { outcome: "failed" }, "t1"))).toEqual([[["text", "I will"]]]);
  });

  it("is shown in no other turn", () => {
    expect(blocks(event("user-message", { text: "Hello" }, "t2"))).toEqual([[]]);
  });
});
