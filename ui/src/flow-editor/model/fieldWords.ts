import { t } from "@lingui/core/macro";

import { type JsonText, kindOf, stringOf } from "./json";

const words: Record<string, string> = {
  name: t`Name`,
  type: "Type",
  condition: t`Condition`,
  priority: t`Order`,
  isDefault: t`Default`,
  isTimeout: t`On timeout`,
  label: t`Label`,
  source: t`From`,
  target: t`To`,
  description: t`Description`,
  version: t`Version`,
  actionType: t`Action type`,
  inputs: t`Inputs`,
  outputs: t`Outputs`,
  title: t`Title`,
  "x-heddle": t`Stage`,
  eventType: t`Event type`,
  match: t`Match`,
  correlationKey: t`Correlation`,
  timeout: t`Timeout`,
  lookback: t`Looks back`,
  duration: t`Duration`,
  outcome: t`Outcome`,
};

/** What a place in an element is called: "Inputs · url". */
export function pathInWords(path: readonly string[]): string {
  const told = path[0] === "config" ? path.slice(1) : path;
  return told.map((name) => words[name] ?? name).join(" · ") || t`Settings`;
}

/** A value as people read it: text without quotes, lists of fields by their names, all else as JSON. */
export function valueInWords(value: JsonText | undefined): string {
  if (value === undefined) {
    return "nothing";
  }
  const text = stringOf(value);
  if (text !== undefined) {
    return text === "" ? "empty" : text;
  }
  return ["object", "list"].includes(kindOf(value)) ? JSON.stringify(JSON.parse(value), null, 2) : value;
}
