import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { ProblemError } from "../api/problem";
import { Drafts } from "./drafts";
import type { Draft } from "./types";

const draft = (text: string, at: number, id = "i"): Draft =>
  ({ id, text, contentRevision: `of ${text}`, updatedAt: new Date(at).toISOString() }) as Draft;

function setup() {
  let refusal: string | undefined;
  const sent: string[] = [];
  const drafts = new Drafts(
    (of, edit, base) => {
      if (refusal) {
        return Promise.reject(new ProblemError({ status: 409, code: refusal, title: refusal }));
      }
      sent.push(`${base} -> ${edit.text}`);
      return Promise.resolve(draft(edit.text, 1000 + sent.length, of.id));
    },
    () => undefined,
  );
  drafts.receive([draft("1", 1)]);
  const refuse = (code?: string) => {
    refusal = code;
  };
  return { drafts, sent, refuse };
}

const mine = (text: string) => ({ text, origin: "Edit" });

describe("the drafts of a window", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("shows what came from elsewhere while nothing waits", () => {
    const { drafts } = setup();
    drafts.receive([draft("2", 2)]);
    expect(drafts.get("i")).toMatchObject({ text: "2", adopted: 1, base: { contentRevision: "of 2" } });
  });

  it("leaves the editor alone when the same comes back written otherwise", () => {
    const { drafts } = setup();
    drafts.receive([draft(" 1 ", 2)]);
    expect(drafts.get("i")?.adopted).toBe(0);
  });

  it("does not show an answer that is older than the last save", async () => {
    const { drafts } = setup();
    drafts.edit("i", mine("3"));
    await drafts.flush();
    drafts.receive([draft("2", 2)]);
    expect(drafts.get("i")).toMatchObject({ text: "3", adopted: 0 });
  });

  it("keeps what is not saved when the draft changed elsewhere, until told", async () => {
    const { drafts, refuse, sent } = setup();
    refuse("stale");
    drafts.edit("i", mine("3"));
    expect(await drafts.flush()).toBe(false);
    drafts.receive([draft("2", 2)]);
    expect(drafts.get("i")).toMatchObject({ text: "3", status: { state: "stale" }, theirs: { text: "2" } });
    refuse();
    drafts.overwrite("i");
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toEqual(["of 2 -> 3"]);
    expect(drafts.allSaved).toBe(true);
  });

  it("takes what the server has when told to reload", async () => {
    const { drafts, refuse } = setup();
    refuse("stale");
    drafts.edit("i", mine("3"));
    await drafts.flush();
    drafts.receive([draft("2", 2)]);
    drafts.reload("i");
    expect(drafts.get("i")).toMatchObject({ text: "2", status: { state: "saved" } });
  });

  it("forgets drafts that were removed", () => {
    const { drafts } = setup();
    drafts.receive([draft("5", 5, "other")]);
    expect(drafts.get("i")).toBeUndefined();
  });

  it("tells the state that says most", async () => {
    const { drafts, refuse } = setup();
    drafts.receive([draft("1", 1), draft("1", 1, "j")]);
    expect(drafts.worst.state).toBe("saved");
    drafts.edit("j", mine("2"));
    expect(drafts.worst.state).toBe("waiting");
    refuse("stale");
    drafts.edit("i", mine("2"));
    await drafts.flush("i");
    expect(drafts.worst.state).toBe("stale");
  });
});
