import type { Schemas } from "../../api/client";
import type { SessionEvent } from "../types";

/** An expression that was tried, by a person in the editor or by the AI in a turn. */
export interface TriedExpression {
  id: string;
  by: "user" | "ai";
  at: number;
  expression: string;
  scope: string;
  state: "running" | "value" | "error";
  /** What it came out as, or why it did not. */
  text: string;
  /** The type of the value. */
  type?: string;
}

const kept = 20;
/** What is tried again within this time is the same expression, being typed. */
const typing = 4000;

const word = (value: unknown): string => (typeof value === "string" ? value : "");
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function outcomeOf(result: Schemas["EvaluationResult"]): Pick<TriedExpression, "state" | "text" | "type"> {
  return result.error
    ? { state: "error", text: result.error.message }
    : {
        state: "value",
        text: JSON.stringify(result.value ?? null),
        ...(result.type === undefined ? {} : { type: result.type }),
      };
}

/** The expressions that were tried in the editor of this window, the newest first. */
export class TriedExpressions {
  private tried: readonly TriedExpression[] = [];
  private count = 0;
  private readonly listeners = new Set<() => void>();

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  get = (): readonly TriedExpression[] => this.tried;

  /** Takes in a result. */
  add(question: Schemas["Evaluation"], result: Schemas["EvaluationResult"], now = Date.now()): void {
    const [last, ...older] = this.tried;
    const goesOn = last?.scope === question.scope && now - last.at < typing;
    const one: TriedExpression = {
      id: goesOn ? last.id : `tried-${++this.count}`,
      by: "user",
      at: now,
      expression: question.expression,
      scope: question.scope,
      ...outcomeOf(result),
    };
    this.tried = [one, ...(goesOn ? older : this.tried)].slice(0, kept);
    for (const listener of this.listeners) {
      listener();
    }
  }
}

/** The expressions that the AI tried, as the conversation tells, the newest first. */
export function triedByAi(events: readonly SessionEvent[]): TriedExpression[] {
  const found = new Map<string, TriedExpression>();
  for (const event of events) {
    const key = `${event.turnId ?? ""} ${word(event.data.id)}`;
    if (event.kind === "tool-started" && word(event.data.name).endsWith("evaluate_expression")) {
      const input = isObject(event.data.input) ? event.data.input : {};
      found.set(key, {
        id: `event-${event.seq}`,
        by: "ai",
        at: Date.parse(event.at),
        expression: word(input.expression),
        scope: word(input.scope),
        state: "running",
        text: "",
      });
    } else if (event.kind === "tool-finished") {
      const one = found.get(key);
      if (one) {
        const output = word(event.data.output);
        Object.assign(one, event.data.isError === true ? { state: "error", text: output } : outcomeOf(parsed(output)));
      }
    }
  }
  return [...found.values()].reverse().slice(0, kept);
}
