import { t } from "@lingui/core/macro";

import type { CatalogKind, CatalogObject } from "../api/queries/catalog";
import { readDuration } from "../lib/document";
import { isObject, listOf, textOf, type JSONObject } from "../lib/json";

const languages: Record<string, string> = { node: "Node.js", bash: t`Bash`, python: t`Python` };

/** What people call an object. */
export const nameOf = (object: CatalogObject): string => textOf(object.content.label) || object.name;

const scriptOf = (content: JSONObject): JSONObject => (isObject(content.script) ? content.script : content);

/** The language of an object's script; empty where it has none. */
export function languageOf(content: JSONObject): string {
  const language = textOf(scriptOf(content).language);
  return languages[language] ?? language;
}

const modes: Record<string, string> = {
  script: t`A script`,
  http: t`An HTTP call`,
  agent: t`An agent`,
  workflow: t`A workflow`,
};

/** How an object runs, name by name; what it does not say goes by the defaults of the runner. */
export function runFacts(content: JSONObject): [name: string, value: string | undefined][] {
  const duration = (key: string) => readDuration(textOf(content[key])) || undefined;
  const texts = (key: string) => listOf(content[key]).map(textOf).join(", ") || undefined;
  const mode = textOf(content.mode);
  return [
    [t`Runs`, mode === "" ? undefined : (modes[mode] ?? mode)],
    [t`Time limit`, duration("timeout") ?? t`60 seconds`],
    [t`Attempts`, mode === "" ? undefined : written(content.maxAttempts ?? 3)],
    [t`Pause`, mode === "" ? undefined : (duration("backoff") ?? t`1 second`)],
    [t`Tools`, texts("allowedTools")],
    [t`Engine`, textOf(content.engine) || undefined],
    [t`Model`, textOf(content.model) || undefined],
    [t`Secrets`, texts("secrets")],
  ];
}

const written = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

const scripted = [
  ..."name label description mode inputs outputs script prompt parameters requires language source timeout".split(" "),
  ..."maxAttempts backoff allowedTools engine model secrets environment".split(" "),
];

const shown: Record<CatalogKind, string[]> = {
  "action-type": scripted,
  tool: scripted,
  provider: ["name", "kind", "baseUrl", "secret", "models"],
  "session-template": [
    ..."name label description engine model systemPrompt mcpServers allowedTools capabilities".split(" "),
    ..."initialMessage environment secrets initScript".split(" "),
  ],
};

/** The members that the page has no place of its own for. */
export function otherMembers(kind: CatalogKind, content: JSONObject): JSONObject {
  return Object.fromEntries(Object.entries(content).filter(([key]) => !shown[kind].includes(key)));
}
