import { type JsonText, kindOf, stringOf } from "./json";

const words: Record<string, string> = {
  name: "Name",
  type: "Type",
  condition: "Condition",
  priority: "Order",
  isDefault: "Default",
  isTimeout: "On timeout",
  label: "Label",
  source: "From",
  target: "To",
  description: "Description",
  version: "Version",
  actionType: "Action type",
  inputs: "Inputs",
  outputs: "Outputs",
  title: "Title",
  "x-heddle": "Stage",
  eventType: "Event type",
  match: "Match",
  correlationKey: "Correlation",
  timeout: "Timeout",
  lookback: "Looks back",
  duration: "Duration",
  outcome: "Outcome",
};

/** What a place in an element is called: "Inputs · url". */
export function pathInWords(path: readonly string[]): string {
  const told = path[0] === "config" ? path.slice(1) : path;
  return told.map((name) => words[name] ?? name).join(" · ") || "Settings";
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
