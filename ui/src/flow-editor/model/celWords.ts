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
  ["size", "", "how many letters or entries"],
  ["has", "", "whether a key is there"],
  ["coalesce", "", "the first that is given"],
  ["string", "", "as text"],
  ["int", "", "as a whole number"],
  ["double", "", "as a number"],
  ["bool", "", "as true or false"],
  ["timestamp", "", "a point in time from text"],
  ["duration", "", "a length of time, as '1h30m'"],
  ["type", "", "the type of a value"],
  ["math.greatest", "", "the greatest of numbers"],
  ["math.least", "", "the least of numbers"],
  ["math.ceil", "", "rounded up"],
  ["math.floor", "", "rounded down"],
  ["math.round", "", "rounded"],
  ["math.abs", "", "without its sign"],
  ["sets.contains", "", "whether one list has all of another"],
  ["sets.intersects", "", "whether lists share an entry"],
  ["lists.range", "", "whole numbers from 0 on"],
  ["base64.encode", "", "bytes as text"],
]);

/** Functions that follow a value and a dot. */
export const methods = list([
  ["size", "", "how many letters or entries"],
  ["contains", "", "text: whether it has a part"],
  ["startsWith", "", "text: whether it begins so"],
  ["endsWith", "", "text: whether it ends so"],
  ["matches", "", "text: whether a pattern fits"],
  ["lowerAscii", "", "text: in small letters"],
  ["upperAscii", "", "text: in capitals"],
  ["trim", "", "text: without space around it"],
  ["split", "", "text: a list of its parts"],
  ["join", "", "list: one text"],
  ["replace", "", "text: with a part replaced"],
  ["substring", "", "text: a part by place"],
  ["indexOf", "", "text: where a part begins"],
  ["format", "", "text: with values put in"],
  ["all", "x, ", "list: whether it holds for all"],
  ["exists", "x, ", "list: whether it holds for one"],
  ["exists_one", "x, ", "list: whether it holds for just one"],
  ["filter", "x, ", "list: those for which it holds"],
  ["map", "x, ", "list: something made of each"],
  ["sort", "", "list: in order"],
  ["distinct", "", "list: without doubles"],
  ["flatten", "", "list: of lists, as one"],
  ["slice", "", "list: a part by place"],
  ["reverse", "", "list or text: backwards"],
  ["orValue", "", "after .?key: else this"],
  ["hasValue", "", "after .?key: whether it is there"],
  ["getFullYear", "", "time: the year"],
  ["getMonth", "", "time: the month, from 0"],
  ["getDate", "", "time: the day of the month, from 1"],
  ["getDayOfWeek", "", "time: the day, Sunday is 0"],
  ["getHours", "", "time: the hour"],
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
