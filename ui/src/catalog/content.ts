import type { CatalogObject } from "../api/queries/catalog";
import { readDuration } from "../lib/document";
import { isObject, listOf, textOf, type JSONObject } from "../lib/json";

const languages: Record<string, string> = { node: "Node.js", bash: "Bash", python: "Python" };

/** What people call an object. */
export const nameOf = (object: CatalogObject): string => textOf(object.content.label) || object.name;

const scriptOf = (content: JSONObject): JSONObject => (isObject(content.script) ? content.script : content);

/** The language of an object's script; empty where it has none. */
export function languageOf(content: JSONObject): string {
  const language = textOf(scriptOf(content).language);
  return languages[language] ?? language;
}

const modes: Record<string, string> = {
  script: "A script",
  http: "An HTTP call",
  agent: "An agent",
  workflow: "A workflow",
};

/** How an object runs, name by name; what it does not say goes by the defaults of the runner. */
export function runFacts(content: JSONObject): [name: string, value: string | undefined][] {
  const duration = (key: string) => readDuration(textOf(content[key])) || undefined;
  const texts = (key: string) => listOf(content[key]).map(textOf).join(", ") || undefined;
  const mode = textOf(content.mode);
  return [
    ["Runs", mode === "" ? undefined : (modes[mode] ?? mode)],
    ["Time limit", duration("timeout") ?? "60 seconds"],
    ["Attempts", mode === "" ? undefined : written(content.maxAttempts ?? 3)],
    ["Pause", mode === "" ? undefined : (duration("backoff") ?? "1 second")],
    ["Tools", texts("allowedTools")],
    ["Engine", textOf(content.engine) || undefined],
    ["Model", textOf(content.model) || undefined],
    ["Secrets", texts("secrets")],
  ];
}

const written = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

const shown = new Set([
  ..."name label description mode inputs outputs script prompt parameters requires language source timeout".split(" "),
  ..."maxAttempts backoff allowedTools engine model secrets environment".split(" "),
]);

/** The members that the page has no place of its own for. */
export function otherMembers(content: JSONObject): JSONObject {
  return Object.fromEntries(Object.entries(content).filter(([key]) => !shown.has(key)));
}
