import { t } from "@lingui/core/macro";

import type { Schemas } from "../../api/client";

/** What is wrong at a place of an expression. */
export interface CelIssue {
  from: number;
  to: number;
  message: string;
}

const typeNames: Record<string, string> = {
  bool: t`true or false`,
  string: "text",
  int: t`a whole number`,
  uint: t`a whole number`,
  double: t`a number`,
  list: t`a list`,
  map: t`an object`,
  null_type: "null",
  bytes: "bytes",
  dyn: "anything",
  optional_type: t`a value that may be missing`,
  "google.protobuf.Duration": t`a length of time`,
  "google.protobuf.Timestamp": t`a point in time`,
  timestamp: t`a point in time`,
  duration: t`a length of time`,
  type: "a type",
};

/** What a type is called: "true or false". */
export const typeInWords = (type: string): string => typeNames[type] ?? type;

/** What the checker says, in plain words. */
function plainly(message: string): string {
  const text = message.replace(/^Syntax error: /, "").replace(/ \(variables in .*\)$/, "");
  if (/mismatched input '<EOF>'|at '<EOF>'/.test(text)) {
    return t`It ends too early.`;
  }
  const [, unfit] = /(?:mismatched|extraneous|no viable alternative at) input '(.*?)'/.exec(text) ?? [];
  if (unfit !== undefined) {
    return t`“${unfit}” does not fit here.`;
  }
  const [, unknown] = /^undeclared reference to '(.*)'/.exec(text) ?? [];
  if (unknown !== undefined) {
    return t`“${unknown}” is not known here.`;
  }
  const [, expected, found] = /^expected type '(.*)' but found '(.*)'/.exec(text) ?? [];
  if (expected !== undefined && found !== undefined) {
    return t`It must come out as ${typeInWords(expected)}, but is ${typeInWords(found)}.`;
  }
  const [, operator, left, right] =
    /^found no matching overload for '_(.*?)_' applied to '\((.*), (.*)\)'/.exec(text) ?? [];
  if (operator !== undefined && left !== undefined && right !== undefined) {
    return t`“${operator}” can’t join ${typeInWords(left)} and ${typeInWords(right)}.`;
  }
  return /[.!?]$/.test(text) ? text : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Where the piece at a place ends: a word, a text or one sign. */
function endOf(text: string, from: number): number {
  const [piece] = /^(?:[\w$]+|"[^"\n]*"?|'[^'\n]*'?|&&|\|\||[<>=!]=|[^])/.exec(text.slice(from)) ?? [];
  return from + (piece?.length ?? 0);
}

/** The place of a line and a column, both from 1; columns count code points. */
function placeOf(text: string, line: number, column: number): number {
  const lines = text.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  const before = Array.from(lines[line - 1] ?? "")
    .slice(0, column - 1)
    .join("");
  return Math.min(start + before.length, text.length);
}

/** What an error says, by place; what has none is about the whole text. */
export function issuesIn(text: string, message: string): CelIssue[] {
  const found: CelIssue[] = [];
  for (const part of message.split(/; (?=line \d+, column \d+: )/)) {
    const [, line, column, rest] = /^.*?line (\d+), column (\d+): ([^]*)$/.exec(part) ?? [];
    if (line !== undefined && column !== undefined && rest !== undefined) {
      const at = placeOf(text, Number(line), Number(column));
      const isAtEnd = text.slice(at).trim() === "";
      const from = isAtEnd ? Math.max(text.trimEnd().length - 1, 0) : at;
      found.push({ from, to: isAtEnd ? text.length : endOf(text, at), message: plainly(rest) });
    }
  }
  const [, key] = /no key "([^"]+)"/.exec(message) ?? [];
  const at = key === undefined ? -1 : text.search(new RegExp(`(?<!\\w)${escaped(key)}(?!\\w)`));
  if (key !== undefined && at >= 0) {
    found.push({ from: at, to: at + key.length, message });
  }
  return found;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** What is known of an expression. */
export type CelCheck =
  | { state: "fine"; type: string; value: unknown }
  /** It can't work. */
  | { state: "bad"; message: string; issues: CelIssue[] }
  /** It did not work on the values that it was tried with. */
  | { state: "unsure"; message: string; issues: CelIssue[] };

/** What an answer of the engine says about an expression. */
export function checkOf(text: string, { value, type, error }: Schemas["EvaluationResult"]): CelCheck {
  if (!error) {
    return { state: "fine", type: type ?? "dyn", value };
  }
  const issues = issuesIn(text, error.message);
  if (error.code === "parse" || error.code === "type") {
    const told = [...new Set(issues.map((issue) => issue.message))];
    return { state: "bad", message: told.length > 0 ? told.join(" ") : plainly(error.message), issues };
  }
  return { state: "unsure", message: plainly(error.message), issues };
}
