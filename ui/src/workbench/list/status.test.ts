import { describe, expect, it } from "vitest";

import type { Composition } from "../types";
import { statusOf } from "./status";

const composition = (parts: Partial<Composition>) => ({ turnState: "idle", ...parts }) as Composition;

describe("the status of a composition", () => {
  it.each<[Partial<Composition>, string]>([
    [{ turnState: "ai-working", pendingTurnId: "t" }, "AI is working"],
    [{ pendingTurnId: "t", summary: { drafts: 1, unpublished: 0 } }, "AI changes wait for you"],
    [{}, "Draft"],
    [{ summary: { drafts: 1, unpublished: 1 } }, "Draft"],
    [{ summary: { drafts: 3, unpublished: 3 } }, "Draft"],
    [{ summary: { drafts: 1, unpublished: 0 } }, "Published"],
    [{ summary: { drafts: 3, unpublished: 2 } }, "2 of 3 drafts not published"],
  ])("%j", (parts, words) => {
    expect(statusOf(composition(parts)).words).toBe(words);
  });
});
