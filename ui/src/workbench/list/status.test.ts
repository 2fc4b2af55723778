import { describe, expect, it } from "vitest";

import type { Composition, Draft } from "../types";
import { statusOf } from "./status";

const composition = (parts: Partial<Composition>) => ({ turnState: "idle", ...parts }) as Composition;
const draft = (parts: Partial<Draft>) => ({ type: "workflow", contentRevision: "a", ...parts }) as Draft;

describe("the status of a composition", () => {
  it.each<[Partial<Composition>, Draft[] | undefined, string]>([
    [{ turnState: "ai-working", pendingTurnId: "t" }, [], "AI is working"],
    [{ pendingTurnId: "t" }, [draft({ publishedRevision: "a" })], "AI changes wait for you"],
    [{}, undefined, "Draft"],
    [{}, [draft({})], "Draft"],
    [{}, [draft({ publishedRevision: "a" })], "Published"],
    [{}, [draft({ publishedRevision: "b" })], "Published, 1 newer draft"],
    [
      {},
      [draft({ publishedRevision: "a" }), draft({ type: "tool" }), draft({ type: "tool" })],
      "Published, 2 newer drafts",
    ],
  ])("%j", (parts, drafts, words) => {
    expect(statusOf(composition(parts), drafts).words).toBe(words);
  });
});
