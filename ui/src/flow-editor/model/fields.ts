// Lists of declared fields, and other lists in a config, as their text: what an editor does not know stays.
import { type Entry, JsonList, JsonObject, type JsonText, quote } from "./json";

export const fieldTypes = [
  "string",
  "number",
  "integer",
  "boolean",
  "date",
  "datetime",
  "object",
  "array",
  "file",
] as const;

export const widgets = ["text", "textarea", "select", "radio", "checkbox", "date", "email", "url", "phone"] as const;

/** The elements of a list, those that are no objects left out of sight but kept. */
export const elementsOf = (list: JsonText | undefined): JsonText[] => JsonList.parse(list)?.values ?? [];

const rewritten = (list: JsonText | undefined, entries: Entry[]): JsonText =>
  (JsonList.parse(list) ?? JsonList.empty).edited(entries);

const entriesOf = (list: JsonText | undefined): Entry[] => elementsOf(list).map((value, origin) => ({ value, origin }));

export const withElement = (list: JsonText | undefined, index: number, value: JsonText): JsonText =>
  rewritten(
    list,
    entriesOf(list).map((entry, i) => (i === index ? { ...entry, value } : entry)),
  );

export const withoutElement = (list: JsonText | undefined, index: number): JsonText =>
  rewritten(
    list,
    entriesOf(list).filter((_, i) => i !== index),
  );

export const withAdded = (list: JsonText | undefined, value: JsonText): JsonText =>
  rewritten(list, [...entriesOf(list), { value }]);

/** The list with an element moved by some places. */
export function withMoved(list: JsonText | undefined, index: number, by: number): JsonText {
  const entries = entriesOf(list);
  const [moved] = entries.splice(index, 1);
  if (moved) {
    entries.splice(Math.max(0, index + by), 0, moved);
  }
  return rewritten(list, entries);
}

/** A new field under a name that the list does not have. */
export function newField(list: JsonText | undefined): JsonText {
  const names = elementsOf(list).map((text) => JsonObject.parse(text)?.get("name"));
  let n = 1;
  while (names.includes(quote(`field${n}`))) {
    n++;
  }
  return JsonObject.of([
    ["name", quote(`field${n}`)],
    ["type", quote("string")],
  ]).toString();
}

/** Options as lines of text, "value" or "value = label", and back; what is known of an option is kept by its value. */
export function optionLines(options: JsonText | undefined): string {
  return elementsOf(options)
    .map((text) => {
      const option = JSON.parse(text) as { value?: unknown; label?: unknown };
      const value = typeof option.value === "string" ? option.value : JSON.stringify(option.value ?? "");
      return typeof option.label === "string" && option.label !== value ? `${value} = ${option.label}` : value;
    })
    .join("\n");
}

export function optionsFrom(lines: string, before: JsonText | undefined): JsonText | undefined {
  const known = new Map(
    elementsOf(before).map((text) => [JsonObject.parse(text)?.get("value"), JsonObject.parse(text)]),
  );
  const options = lines
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [value = "", label] = line.split(/\s*=\s*(.*)/s);
      const option = known.get(quote(value.trim())) ?? JsonObject.of([["value", quote(value.trim())]]);
      return option.with("label", quote(label?.trim() ?? value.trim())).toString();
    });
  return options.length > 0 ? `[${options.join(",")}]` : undefined;
}
