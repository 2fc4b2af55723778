import type { Range, UsageSum } from "../api/queries/usage";

const dayLength = 86_400_000;

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The range of the last days, the present one included, by days of UTC as the server counts them. */
export function lastDays(days: number, now: number): Range {
  const end = Math.floor(now / dayLength) * dayLength + dayLength;
  return { from: new Date(end - days * dayLength).toISOString(), to: new Date(end).toISOString() };
}

/** The range of two days, both included; nothing where they are no days or the wrong way round. */
export function rangeOf(first: string, last: string): Range | undefined {
  const [from, to] = [Date.parse(first), Date.parse(last)];
  if (Number.isNaN(from) || Number.isNaN(to) || from > to) {
    return undefined;
  }
  return { from: new Date(from).toISOString(), to: new Date(to + dayLength).toISOString() };
}

/** The first and the last day of a range. */
export const daysOf = ({ from, to }: Range): { first: string; last: string } => ({
  first: dayOf(Date.parse(from)),
  last: dayOf(Date.parse(to) - dayLength),
});

const nothing = {
  label: "",
  records: 0,
  turns: 0,
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  costUSD: 0,
  unpriced: 0,
};

/** All days of a range, those on which nothing was used included. */
export function everyDay({ from, to }: Range, sums: readonly UsageSum[]): UsageSum[] {
  const known = new Map(sums.map((sum) => [sum.key, sum]));
  const days: UsageSum[] = [];
  for (let time = Date.parse(from); time < Date.parse(to); time += dayLength) {
    const key = dayOf(time);
    days.push(known.get(key) ?? { ...nothing, key });
  }
  return days;
}

/** All tokens of a sum. */
export const tokensOf = (sum: UsageSum): number =>
  sum.inputTokens + sum.outputTokens + sum.cacheReadTokens + sum.cacheWriteTokens;

/** The largest of a chart's steps: a round number that nothing is above. */
export function roundUp(most: number): number {
  if (most <= 0) {
    return 1;
  }
  const size = 10 ** Math.floor(Math.log10(most));
  return ([1, 2, 5, 10].find((step) => step * size >= most) ?? 10) * size;
}
