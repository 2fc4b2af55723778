import type { Schemas } from "../../api/client";

/** A name that an expression may use. */
export interface Completion {
  /** As it is written: "context.amount". */
  text: string;
  /** What is known of it: "number, may be missing". */
  about: string;
}

/** The scopes in which an expression may name the event. */
const withEvent = ["correlation-event-key", "receive-event-match", "receive-event-output"];
const onlyEvent = "correlation-event-key";
const eventKeys = ["id", "type", "source", "ref", "actor", "time", "payload"];

/** Everything that an expression in a scope may name. */
export function completionsOf(variables: Schemas["VariableList"] | undefined, scope: string): Completion[] {
  const of = (prefix: string, list: readonly Schemas["Variable"][]): Completion[] =>
    list.map(({ name, type, certain, nullable }) => ({
      text: /^[A-Za-z_]\w*$/.test(name) ? `${prefix}.${name}` : `${prefix}[${JSON.stringify(name)}]`,
      about: [type, certain ? "" : "may be missing", nullable ? "may be null" : ""].filter(Boolean).join(", "),
    }));
  const event = withEvent.includes(scope) ? eventKeys.map((key) => ({ text: `event.${key}`, about: "" })) : [];
  if (!variables || scope === onlyEvent) {
    return event;
  }
  return [...of("context", variables.context), ...event, ...of("instance", variables.instance)];
}

/** The part of a text before the cursor that is being typed: a path such as "context.am". */
export const typedBefore = (text: string, cursor: number): string =>
  /[A-Za-z_][\w.]*$/.exec(text.slice(0, cursor))?.[0] ?? "";

const maxOffered = 8;

/** What may be meant by what was typed: names that begin so, then those that have a part that does. */
export function offered(all: readonly Completion[], typed: string): Completion[] {
  const start = typed.toLowerCase();
  const last = start.slice(start.lastIndexOf(".") + 1);
  const isExact = all.some(({ text }) => text === typed);
  if (isExact || start === "") {
    return [];
  }
  const begins = all.filter(({ text }) => text.toLowerCase().startsWith(start));
  const inside = start.includes(".")
    ? []
    : all.filter(
        (one) =>
          !begins.includes(one) &&
          one.text
            .toLowerCase()
            .split(".")
            .some((part) => part.startsWith(last)),
      );
  return [...begins, ...inside].slice(0, maxOffered);
}

/** The text with what was typed before the cursor replaced, and where the cursor is then. */
export function completed(text: string, cursor: number, choice: string): { text: string; cursor: number } {
  const from = cursor - typedBefore(text, cursor).length;
  return { text: text.slice(0, from) + choice + text.slice(cursor), cursor: from + choice.length };
}
