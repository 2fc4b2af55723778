import type { UsageSum } from "../api/queries/usage";

const columns: (keyof UsageSum)[] = [
  "key",
  "label",
  "records",
  "turns",
  "inputTokens",
  "cacheReadTokens",
  "cacheWriteTokens",
  "outputTokens",
  "costUSD",
  "unpriced",
];

// A text that begins so is a formula to programs for tables, whoever wrote it.
const formula = /^[=+\-@\t\r]/;

function cell(value: string | number | undefined): string {
  if (typeof value === "number") {
    return String(value);
  }
  const text = value ?? "";
  const harmless = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** The sums as a table that other programs read (RFC 4180), with the names of the API. */
export const csvOf = (sums: readonly UsageSum[]): string =>
  [columns.join(","), ...sums.map((sum) => columns.map((name) => cell(sum[name])).join(","))].join("\r\n") + "\r\n";
