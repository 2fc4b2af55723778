import { describe, expect, it } from "vitest";

import { markSeen, seenOf, unreadOf } from "./seen";

function storage() {
  const stored = new Map<string, string>();
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
}

describe("what is unread", () => {
  it("is what the agent said after the last that was seen", () => {
    const events = [
      { seq: 1, kind: "user-message" as const },
      { seq: 2, kind: "text" as const },
      { seq: 3, kind: "tool-started" as const },
      { seq: 4, kind: "text" as const },
    ];
    expect(unreadOf(events, 0)).toBe(2);
    expect(unreadOf(events, 2)).toBe(1);
    expect(unreadOf(events, 4)).toBe(0);
  });

  it("never grows by looking at an older state", () => {
    const kept = storage();
    markSeen(kept, "s", 5);
    markSeen(kept, "s", 3);
    expect(seenOf(kept, "s")).toBe(5);
    expect(seenOf(kept, "other")).toBe(0);
  });
});
