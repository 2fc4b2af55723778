import { t } from "@lingui/core/macro";

import type { SessionEvent } from "../types";
import type { Writing } from "./writing";

export interface ToolBlock {
  kind: "tool";
  seq: number;
  id: string;
  name: string;
  input: Record<string, unknown>;
  output?: string;
  state: "running" | "done" | "failed";
}

export interface QuestionBlock {
  kind: "question";
  seq: number;
  id: string;
  text: string;
  options: string[];
  /** What was answered, and by whom. */
  answer?: { text: string; userId: string };
  /** It can't be answered any more. */
  closed?: boolean;
}

export type Block =
  | { kind: "thinking" | "notice" | "error"; seq: number; text: string }
  /** A text that is partial was being written when its turn broke off. */
  | { kind: "text"; seq: number; text: string; partial: boolean }
  /** A text that is not stored yet, as far as it has come. */
  | { kind: "writing"; seq: number; text: string }
  | QuestionBlock
  | ToolBlock;

/** What was said and done in one turn, or between turns. */
export interface TurnTalk {
  key: string;
  turnId: string | undefined;
  message: string | undefined;
  at: string;
  blocks: Block[];
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Puts the stored events of a conversation in the order of the turns that they belong to, and what is being written at
 * the end of its turn.
 */
export function talkOf(events: readonly SessionEvent[], writing: Writing | null = null): TurnTalk[] {
  const turns: TurnTalk[] = [];
  const byTurn = new Map<string, TurnTalk>();
  const tools = new Map<string, ToolBlock>();
  const questions = new Map<string, QuestionBlock>();
  for (const event of events) {
    const talk = talkFor(event, turns, byTurn);
    if (event.kind === "user-message") {
      talk.message = text(event.data.text);
      talk.at = event.at;
      continue;
    }
    if (event.kind === "tool-finished") {
      finishTool(tools.get(toolKey(event)), event);
      continue;
    }
    if (event.kind === "answer" || event.kind === "question-closed") {
      settle(questions.get(text(event.data.questionId)), event);
      continue;
    }
    const block = blockOf(event);
    if (!block) {
      continue;
    }
    if (block.kind === "tool") {
      tools.set(toolKey(event), block);
    } else if (block.kind === "question") {
      questions.set(block.id, block);
    }
    talk.blocks.push(block);
  }
  if (writing && !isOver(writing, events)) {
    byTurn.get(writing.turnId)?.blocks.push({ kind: "writing", seq: Infinity, text: writing.text });
  }
  return turns.filter((turn) => turn.message !== undefined || turn.blocks.length > 0);
}

// What ends a text: itself, or the turn in which it was left unfinished.
const ends = new Set<SessionEvent["kind"]>(["text", "turn-complete", "turn-ended"]);

const isOver = (writing: Writing, events: readonly SessionEvent[]): boolean =>
  events.some((event) => event.seq > writing.after && event.turnId === writing.turnId && ends.has(event.kind));

const toolKey = (event: SessionEvent): string => `${event.turnId ?? ""} ${text(event.data.id)}`;

function talkFor(event: SessionEvent, turns: TurnTalk[], byTurn: Map<string, TurnTalk>): TurnTalk {
  const known = event.turnId === undefined ? turns.at(-1) : byTurn.get(event.turnId);
  if (known && known.turnId === event.turnId) {
    return known;
  }
  const made: TurnTalk = {
    key: event.turnId ?? `seq-${event.seq}`,
    turnId: event.turnId,
    message: undefined,
    at: event.at,
    blocks: [],
  };
  turns.push(made);
  if (event.turnId !== undefined) {
    byTurn.set(event.turnId, made);
  }
  return made;
}

function finishTool(tool: ToolBlock | undefined, event: SessionEvent): void {
  if (tool) {
    tool.output = text(event.data.output);
    tool.state = event.data.isError === true ? "failed" : "done";
  }
}

function settle(question: QuestionBlock | undefined, { kind, data }: SessionEvent): void {
  if (question && kind === "answer") {
    question.answer = { text: text(data.text), userId: text(data.userId) };
  } else if (question) {
    question.closed = true;
  }
}

/** Whether the agent waits for an answer to what it asked last. */
export const waitsForAnswer = ({ blocks }: TurnTalk): boolean => {
  const last = blocks.findLast(({ kind }) => kind === "question");
  return last?.kind === "question" && last.answer === undefined && last.closed !== true;
};

function blockOf({ seq, kind, data }: SessionEvent): Block | undefined {
  switch (kind) {
    case "text":
      return text(data.text) ? { kind, seq, text: text(data.text), partial: data.partial === true } : undefined;
    case "thinking":
    case "notice":
      return text(data.text) ? { kind, seq, text: text(data.text) } : undefined;
    case "tool-started":
      return {
        kind: "tool",
        seq,
        id: text(data.id),
        name: text(data.name),
        input: isObject(data.input) ? data.input : {},
        state: "running",
      };
    case "question":
      return {
        kind,
        seq,
        id: text(data.id),
        text: text(data.text),
        options: Array.isArray(data.options) ? data.options.filter((option) => typeof option === "string") : [],
      };
    case "error":
      return { kind, seq, text: text(data.message) };
    case "exit":
      return text(data.message)
        ? { kind: "error", seq, text: t`The agent's process ended: ${text(data.message)}` }
        : undefined;
    default:
      return undefined;
  }
}
