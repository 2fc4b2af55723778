import { describe, expect, it } from "vitest";

import { slugProblem } from "./slug";

describe("a slug", () => {
  it.each(["a", "refund-intake", "2nd-line", "a".repeat(64)])("may be %s", (slug) => {
    expect(slugProblem(slug)).toBeUndefined();
  });

  it.each(["", "a b", "-a-", "a--b", "<b>", "Refund", "größe", "a".repeat(65)])("may not be “%s”", (slug) => {
    expect(slugProblem(slug)).toBeDefined();
  });
});
