import { t } from "@lingui/core/macro";

import type { Schemas } from "../api/client";

export type ObjectProblem = Pick<Schemas["ValidationProblem"], "severity" | "field" | "message" | "suggestion">;

/** What is wrong at a place of an action type or tool. */
export type Told = (...places: string[]) => string | undefined;

const isWithin = (field: string, place: string): boolean =>
  field === place || field.startsWith(`${place}.`) || field.startsWith(`${place}[`);

/** Finds the first error at the places, or within them. Warnings stand beside the form. */
export const toldOf =
  (problems: readonly ObjectProblem[]): Told =>
  (...places) => {
    const found = problems.find(
      ({ severity, field }) =>
        severity === "error" && field !== undefined && places.some((place) => isWithin(field, place)),
    );
    return found && sentence(found.message);
  };

/** A message of the server as a sentence of its own. */
export const sentence = (message: string): string => message.charAt(0).toUpperCase() + message.slice(1);

const places: Record<string, string> = {
  "script.source": "source",
  "script.language": "language",
  maxAttempts: "attempts",
  timeout: t`time limit`,
  backoff: t`pause before the second attempt`,
  requires: t`where it is offered`,
  systemPrompt: t`prompt`,
  mcpServers: t`MCP servers`,
  allowedTools: t`allowed tools`,
  initialMessage: t`first message`,
  initScript: t`script`,
  "initScript.source": t`script`,
  "initScript.language": t`language of the script`,
  baseUrl: t`address`,
  kind: t`service`,
  secret: t`key`,
  "prices.input": t`price of input`,
  "prices.output": t`price of output`,
  "prices.cacheRead": t`price of cache reads`,
  "prices.cacheWrite": t`price of cache writes`,
};

/** A place as the form calls it: `inputs[0].name` is “name of input 1”. */
export function placeName(field: string): string {
  const [, list = "", index, member = ""] = /^(inputs|outputs|models|mcpServers)\[(\d+)\]\.?(.*)$/.exec(field) ?? [];
  if (index === undefined) {
    return places[field] ?? field;
  }
  const what = `${list === "mcpServers" ? t`MCP server` : list.slice(0, -1)} ${Number(index) + 1}`;
  return member === "" ? what : t`${places[member] ?? member} of ${what}`;
}
