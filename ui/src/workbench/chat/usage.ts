import { t } from "@lingui/core/macro";

import type { Schemas } from "../../api/client";
import { count, dollars } from "../../lib/time";

export type Usage = Schemas["Usage"] & { cacheReadTokens?: number; cacheWriteTokens?: number };

const cached = (usage: Usage): number => (usage.cacheReadTokens ?? 0) + (usage.cacheWriteTokens ?? 0);

/** All tokens: those that the model read, anew or from its cache, and those that it wrote. */
export const tokensOf = (usage: Usage): number => usage.inputTokens + usage.outputTokens + cached(usage);

/** What was used altogether; nothing where no engine told anything. */
export function sumOf(all: readonly (Usage | undefined)[]): Usage | undefined {
  const told = all.filter((usage) => usage !== undefined);
  if (told.every((usage) => tokensOf(usage) === 0)) {
    return undefined;
  }
  const sum = (member: (usage: Usage) => number | undefined) =>
    told.reduce((total, usage) => total + (member(usage) ?? 0), 0);
  const costs = told.some(({ costUSD }) => costUSD !== undefined);
  return {
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    cacheReadTokens: sum(({ cacheReadTokens }) => cacheReadTokens),
    cacheWriteTokens: sum(({ cacheWriteTokens }) => cacheWriteTokens),
    ...(costs ? { costUSD: sum(({ costUSD }) => costUSD) } : {}),
  };
}

/** What was used, kind by kind: `Tokens: 1,200 read, 800 from the cache, 90 written · $0.01`. */
export function usageWords(usage: Usage): string {
  const { inputTokens, outputTokens, cacheReadTokens = 0, cacheWriteTokens = 0, costUSD } = usage;
  const parts = [t`${count(inputTokens + cacheWriteTokens)} read`];
  if (cacheReadTokens > 0) {
    parts.push(t`${count(cacheReadTokens)} from the cache`);
  }
  parts.push(t`${count(outputTokens)} written`);
  const tokens = t`Tokens: ${parts.join(", ")}`;
  return costUSD === undefined ? tokens : `${tokens} · ${dollars(costUSD)}`;
}

/** The same where there is room for little. */
export const shortUsage = (usage: Usage): string =>
  usage.costUSD !== undefined && usage.costUSD > 0 ? dollars(usage.costUSD) : t`${count(tokensOf(usage))} tokens`;
