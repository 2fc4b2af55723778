import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { ProblemError } from "../api/problem";
import { Saver, type Edit, type Saved } from "./saver";

const edit = (text: string, turnId?: string): Edit => ({ text, origin: "Edit", ...(turnId ? { turnId } : {}) });
const refusal = (code: string) => new ProblemError({ status: 409, code, title: code });

function setup() {
  const calls: { text: string; base: string; finish: (error?: Error) => void }[] = [];
  const saver = new Saver(
    { contentRevision: "r0", updatedAt: "t0" },
    {
      save: (saved, base) =>
        new Promise<Saved>((resolve, reject) => {
          calls.push({
            text: saved.text,
            base,
            finish: (error) => {
              if (error) {
                reject(error);
              } else {
                resolve({ contentRevision: `of ${saved.text}`, updatedAt: "t" });
              }
            },
          });
        }),
    },
  );
  const settle = () => vi.advanceTimersByTimeAsync(0);
  return { saver, calls, settle };
}

describe("saving", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("saves half a second after the last change", async () => {
    const { saver, calls } = setup();
    saver.edit(edit("a"));
    await vi.advanceTimersByTimeAsync(400);
    saver.edit(edit("ab"));
    await vi.advanceTimersByTimeAsync(499);
    expect(calls).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(calls.map((c) => c.text)).toEqual(["ab"]);
    expect(saver.status.state).toBe("saving");
  });

  it("saves what was typed during a save next, on the new base", async () => {
    const { saver, calls, settle } = setup();
    saver.edit(edit("a"));
    void saver.flush();
    saver.edit(edit("b"));
    saver.edit(edit("c"));
    calls[0]?.finish();
    await settle();
    expect(calls.map((c) => [c.text, c.base])).toEqual([
      ["a", "r0"],
      ["c", "of a"],
    ]);
    calls[1]?.finish();
    await settle();
    expect(saver.status.state).toBe("saved");
    expect(saver.clean).toBe(true);
  });

  it("saves the edit of a turn by itself and at once", async () => {
    const { saver, calls, settle } = setup();
    saver.edit(edit("mine"));
    saver.edit(edit("turn", "t1"));
    saver.edit(edit("after"));
    await settle();
    for (const i of [0, 1, 2]) {
      calls[i]?.finish();
      await vi.advanceTimersByTimeAsync(500);
    }
    expect(calls.map((c) => c.text)).toEqual(["mine", "turn", "after"]);
  });

  it("keeps the text and stops when the draft changed elsewhere", async () => {
    const { saver, calls, settle } = setup();
    saver.edit(edit("a"));
    const flushed = saver.flush();
    calls[0]?.finish(refusal("stale"));
    expect(await flushed).toBe(false);
    saver.edit(edit("ab"));
    await vi.advanceTimersByTimeAsync(5000);
    expect(calls).toHaveLength(1);
    expect(saver.unsaved?.text).toBe("ab");
    saver.overwrite({ contentRevision: "theirs", updatedAt: "t" });
    await settle();
    expect(calls[1]).toMatchObject({ text: "ab", base: "theirs" });
  });

  it.each(["locked", "lease-held", "lease-lost"])("goes on after %s when told", async (code) => {
    const { saver, calls, settle } = setup();
    saver.edit(edit("a"));
    void saver.flush();
    calls[0]?.finish(refusal(code));
    await vi.advanceTimersByTimeAsync(5000);
    expect(calls).toHaveLength(1);
    saver.retry();
    await settle();
    expect(calls[1]?.text).toBe("a");
  });

  it("tries again by itself when the server is away", async () => {
    const { saver, calls } = setup();
    saver.edit(edit("a"));
    void saver.flush();
    calls[0]?.finish(refusal("offline"));
    await vi.advanceTimersByTimeAsync(2000);
    expect(calls).toHaveLength(2);
  });

  it("saves again what was refused once it is changed", async () => {
    const { saver, calls } = setup();
    saver.edit(edit("a"));
    void saver.flush();
    calls[0]?.finish(refusal("invalid-name"));
    await vi.advanceTimersByTimeAsync(5000);
    expect(saver.status.state).toBe("refused");
    saver.edit(edit("b"));
    await vi.advanceTimersByTimeAsync(500);
    expect(calls.map((c) => c.text)).toEqual(["a", "b"]);
  });

  it("saves the edit of a turn as the person's when its change set no longer waits", async () => {
    const { saver, calls, settle } = setup();
    saver.edit(edit("a", "t1"));
    await settle();
    calls[0]?.finish(refusal("not-pending"));
    await settle();
    await settle();
    expect(calls.map((c) => c.text)).toEqual(["a", "a"]);
  });

  it("forgets what was not saved when it takes what the server has", async () => {
    const { saver, calls } = setup();
    saver.edit(edit("a"));
    saver.adopt({ contentRevision: "theirs", updatedAt: "t" });
    await vi.advanceTimersByTimeAsync(5000);
    expect(calls).toHaveLength(0);
    expect(saver.base.contentRevision).toBe("theirs");
  });
});
