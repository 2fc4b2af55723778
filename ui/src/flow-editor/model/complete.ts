import { t } from "@lingui/core/macro";

import type { Schemas } from "../../api/client";
import { globalFunctions, methods } from "./celWords";

/** What may be written at a place of an expression. */
export interface Completion {
  /** As it is written: "context.amount", "size". */
  text: string;
  /** What is known of it: "number, may be missing". */
  about: string;
  kind: "variable" | "function" | "word";
  /** What stands between a function's brackets. */
  given?: string;
}

/** The scopes in which an expression may name the event. */
const withEvent = ["correlation-event-key", "receive-event-match", "receive-event-output"];
const onlyEvent = "correlation-event-key";
const eventKeys = ["id", "type", "source", "ref", "actor", "time", "payload"];
const deepest = 4;
const most = 200;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const kindWord = (value: unknown): string =>
  value === null ? "null" : Array.isArray(value) ? "list" : typeof value === "string" ? "text" : typeof value;

const isPlain = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name);
const member = (prefix: string, name: string): string =>
  isPlain(name) ? `${prefix}.${name}` : `${prefix}[${JSON.stringify(name)}]`;

/** The paths in a value that was really there. */
function pathsIn(value: unknown, prefix: string, depth = 0): Completion[] {
  if (!isObject(value) || depth >= deepest) {
    return [];
  }
  return Object.entries(value).flatMap(([name, inner]) => {
    const text = member(prefix, name);
    return [{ text, about: kindWord(inner), kind: "variable" as const }, ...pathsIn(inner, text, depth + 1)];
  });
}

/** The paths in an event that was really there; the keys of its payload stand at the top as well. */
function realNames(event: unknown): Completion[] {
  if (!isObject(event)) {
    return [];
  }
  const own = isObject(event.payload) ? event.payload : {};
  return [...pathsIn(withoutKeys(own), "event"), ...pathsIn(event, "event")].slice(0, most);
}

const withoutKeys = (payload: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(payload).filter(([name]) => !eventKeys.includes(name)));

/** Every name that an expression in a scope may use; with a real event, what is in it. */
export function namesIn(variables: Schemas["VariableList"] | undefined, scope: string, event?: unknown): Completion[] {
  const of = (prefix: string, list: readonly Schemas["Variable"][]): Completion[] =>
    list.map(({ name, type, certain, nullable }) => ({
      text: member(prefix, name),
      about: [type, certain ? "" : t`may be missing`, nullable ? t`may be null` : ""].filter(Boolean).join(", "),
      kind: "variable",
    }));
  const plain = eventKeys.map((key): Completion => ({ text: `event.${key}`, about: "", kind: "variable" }));
  const real = realNames(event);
  const events = withEvent.includes(scope) ? (real.length > 0 ? real : plain) : [];
  if (!variables || scope === onlyEvent) {
    return events;
  }
  return [...of("context", variables.context), ...events, ...of("instance", variables.instance)];
}

/** The names in a context that a run really has. */
export const namesInContext = (context: Record<string, unknown>): Completion[] =>
  pathsIn(context, "context").slice(0, most);

const words = ["true", "false", "null", "in"].map((text): Completion => ({ text, about: "", kind: "word" }));
const asCompletion = ({ name, about, given }: (typeof methods)[number]): Completion => ({
  text: name,
  about,
  kind: "function",
  given,
});

/**
 * What may be written before the cursor, and from where on it replaces. After a dot these are the parts of what stands
 * before it and the functions of values. Undefined inside text, and where nothing was typed that could be completed.
 */
export function completionsAt(
  text: string,
  cursor: number,
  names: readonly Completion[],
  isAsked: boolean,
): { from: number; choices: Completion[] } | undefined {
  const before = text.slice(0, cursor);
  if (isInText(before)) {
    return undefined;
  }
  const typed = /(?:[A-Za-z_][\w.?]*|[\])]\.\??\w*)$/.exec(before)?.[0] ?? "";
  const dot = typed.lastIndexOf(".");
  if (dot < 0) {
    const from = cursor - typed.length;
    const choices = [...names, ...globalFunctions.map(asCompletion), ...words];
    return typed === "" && !isAsked ? undefined : { from, choices };
  }
  const owner = typed.slice(0, dot);
  const from = cursor - (typed.length - dot - 1) + (typed[dot + 1] === "?" ? 1 : 0);
  const start = `${owner.replaceAll(".?", ".")}.`;
  const parts = names
    .filter((name) => name.text.startsWith(start))
    .map((name) => ({ ...name, text: name.text.slice(start.length) }))
    .filter((name) => isPlain(name.text));
  const isRoot = ["context", "event", "instance"].includes(owner);
  const spaced = globalFunctions
    .filter((one) => one.name.startsWith(start))
    .map((one) => ({ ...one, name: one.name.slice(start.length) }));
  const isSpace = spaced.length > 0;
  return { from, choices: [...parts, ...(isRoot ? [] : isSpace ? spaced : methods).map((one) => asCompletion(one))] };
}

/** The cursor stands inside a text that was begun. */
function isInText(before: string): boolean {
  let open = "";
  for (let i = 0; i < before.length; i++) {
    const sign = before[i] ?? "";
    if (open !== "" && sign === "\\") {
      i++;
    } else if (open === sign) {
      open = "";
    } else if (open === "" && (sign === '"' || sign === "'")) {
      open = sign;
    }
  }
  return open !== "";
}
