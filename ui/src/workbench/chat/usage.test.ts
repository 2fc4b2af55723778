import { describe, expect, it } from "vitest";

import { shortUsage, sumOf, usageWords } from "./usage";

describe("what was used", () => {
  it("is summed up, and costs something only where an engine told so", () => {
    const free = sumOf([{ inputTokens: 1, outputTokens: 2 }, undefined, { inputTokens: 3, outputTokens: 4 }]);
    expect(free).toEqual({ inputTokens: 4, outputTokens: 6, cacheReadTokens: 0, cacheWriteTokens: 0 });
    const paid = sumOf([
      { inputTokens: 1, outputTokens: 2, costUSD: 0.25 },
      { inputTokens: 0, outputTokens: 0, cacheReadTokens: 5 },
    ]);
    expect(paid).toMatchObject({ costUSD: 0.25, cacheReadTokens: 5 });
  });

  it("is nothing where nothing was told", () => {
    expect(sumOf([undefined, { inputTokens: 0, outputTokens: 0 }])).toBeUndefined();
    expect(sumOf([])).toBeUndefined();
  });

  it("is told kind by kind", () => {
    expect(usageWords({ inputTokens: 1000, outputTokens: 20, cacheReadTokens: 700, cacheWriteTokens: 200 })).toBe(
      "Tokens: 1,200 read, 700 from the cache, 20 written",
    );
    expect(usageWords({ inputTokens: 1, outputTokens: 2, costUSD: 0.5 })).toBe("Tokens: 1 read, 2 written · $0.50");
  });

  it("is told in short by its cost, or else by its tokens", () => {
    expect(shortUsage({ inputTokens: 1, outputTokens: 2, cacheReadTokens: 3, costUSD: 0.5 })).toBe("$0.50");
    expect(shortUsage({ inputTokens: 1, outputTokens: 2, cacheReadTokens: 3 })).toBe("6 tokens");
  });
});
