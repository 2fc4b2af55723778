import { t } from "@lingui/core/macro";

// The words of the expression language: what highlighting and completion know of it.

/** A function, as it is written and what it gives. */
export interface CelFunction {
  name: string;
  /** What stands between its brackets when it is chosen: "x, " for a variable of its own. */
  given: string;
  about: string;
}

const list = (table: readonly (readonly [string, string, string])[]): CelFunction[] =>
  table.map(([name, given, about]) => ({ name, given, about }));

/** Functions that stand by themselves. */
export const globalFunctions = list([
  ["size", "", t`how many letters or entries`],
  ["has", "", t`whether a key is there`],
  ["coalesce", "", t`the first that is given`],
  ["string", "", t`as text`],
  ["int", "", t`as a whole number`],
  ["double", "", t`as a number`],
  ["bool", "", t`as true or false`],
  ["timestamp", "", t`a point in time from text`],
  ["duration", "", t`a length of time, as '1h30m'`],
  ["type", "", t`the type of a value`],
  ["math.greatest", "", t`the greatest of numbers`],
  ["math.least", "", t`the least of numbers`],
  ["math.ceil", "", t`rounded up`],
  ["math.floor", "", t`rounded down`],
  ["math.round", "", t`rounded`],
  ["math.abs", "", t`without its sign`],
  ["sets.contains", "", t`whether one list has all of another`],
  ["sets.intersects", "", t`whether lists share an entry`],
  ["lists.range", "", t`whole numbers from 0 on`],
  ["base64.encode", "", t`bytes as text`],
]);

/** Functions that follow a value and a dot. */
export const methods = list([
  ["size", "", t`how many letters or entries`],
  ["contains", "", t`text: whether it has a part`],
  ["startsWith", "", t`text: whether it begins so`],
  ["endsWith", "", t`text: whether it ends so`],
  ["matches", "", t`text: whether a pattern fits`],
  ["lowerAscii", "", t`text: in small letters`],
  ["upperAscii", "", t`text: in capitals`],
  ["trim", "", t`text: without space around it`],
  ["split", "", t`text: a list of its parts`],
  ["join", "", t`list: one text`],
  ["replace", "", t`text: with a part replaced`],
  ["substring", "", t`text: a part by place`],
  ["indexOf", "", t`text: where a part begins`],
  ["format", "", t`text: with values put in`],
  ["all", "x, ", t`list: whether it holds for all`],
  ["exists", "x, ", t`list: whether it holds for one`],
  ["exists_one", "x, ", t`list: whether it holds for just one`],
  ["filter", "x, ", t`list: those for which it holds`],
  ["map", "x, ", t`list: something made of each`],
  ["sort", "", t`list: in order`],
  ["distinct", "", t`list: without doubles`],
  ["flatten", "", t`list: of lists, as one`],
  ["slice", "", t`list: a part by place`],
  ["reverse", "", t`list or text: backwards`],
  ["orValue", "", t`after .?key: else this`],
  ["hasValue", "", t`after .?key: whether it is there`],
  ["getFullYear", "", t`time: the year`],
  ["getMonth", "", t`time: the month, from 0`],
  ["getDate", "", t`time: the day of the month, from 1`],
  ["getDayOfWeek", "", t`time: the day, Sunday is 0`],
  ["getHours", "", t`time: the hour`],
]);

/** What a piece of an expression is; undefined for what has no colour. */
export type CelToken =
  "keyword" | "bool" | "null" | "string" | "number" | "comment" | "variable" | "function" | "property" | "operator";

const patterns: readonly (readonly [RegExp, CelToken | undefined])[] = [
  [/^\s+/, undefined],
  [/^\/\/.*/, "comment"],
  [/^[rRbB]{0,2}("""|''')[^]*?(\1|$)/, "string"],
  [/^[rRbB]{0,2}"(?:[^"\\\n]|\\.)*"?/, "string"],
  [/^[rRbB]{0,2}'(?:[^'\\\n]|\\.)*'?/, "string"],
  [/^(?:0x[\da-fA-F]+|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)u?/, "number"],
  [/^(?:true|false)\b/, "bool"],
  [/^null\b/, "null"],
  [/^in\b/, "keyword"],
  [/^(?:context|event|instance)\b/, "variable"],
  [/^[A-Za-z_]\w*(?=\s*\()/, "function"],
  [/^\.\??\s*[A-Za-z_]\w*(?=\s*\()/, "function"],
  [/^\.\??\s*[A-Za-z_]\w*/, "property"],
  [/^[A-Za-z_]\w*/, undefined],
  [/^(?:&&|\|\||[<>=!]=|[<>!?:+\-*/%])/, "operator"],
];

/** The next piece of an expression, which is never empty. */
export function nextToken(rest: string): { length: number; token: CelToken | undefined } {
  for (const [pattern, token] of patterns) {
    const [found] = pattern.exec(rest) ?? [];
    if (found) {
      return { length: found.length, token };
    }
  }
  return { length: 1, token: undefined };
}
