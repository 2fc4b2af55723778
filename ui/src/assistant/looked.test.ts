import { describe, expect, it } from "vitest";

import { isUnseen, look, lookedAt } from "./looked";

function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      kept.set(key, value);
    },
  };
}

const draft = { path: "tools/count.json", contentRevision: "sha256:1", author: "ai" as const };

describe("what the AI wrote", () => {
  it("is unseen until it was looked at as it is", () => {
    const kept = storage();
    expect(isUnseen(lookedAt(kept, "s"), draft)).toBe(true);
    look(kept, "s", draft);
    expect(isUnseen(lookedAt(kept, "s"), draft)).toBe(false);
    expect(isUnseen(lookedAt(kept, "s"), { ...draft, contentRevision: "sha256:2" })).toBe(true);
    expect(isUnseen(lookedAt(kept, "other"), draft)).toBe(true);
  });

  it("does not concern what a person wrote", () => {
    expect(isUnseen({}, { ...draft, author: "user" })).toBe(false);
  });

  it("survives a storage that holds something else", () => {
    expect(lookedAt({ getItem: () => "no JSON" }, "s")).toEqual({});
  });
});
