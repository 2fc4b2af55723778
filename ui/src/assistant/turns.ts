import { t } from "@lingui/core/macro";

import { textOf } from "../lib/json";
import type { ChatTurn } from "../workbench/chat/host";
import { sumOf, type Usage } from "../workbench/chat/usage";
import type { SessionEvent } from "../workbench/types";

/** A turn of a session, with how it ended. */
export interface SessionTurn extends ChatTurn {
  outcome?: string;
  notice?: string;
}

const outcomes: Record<string, string> = {
  failed: t`The turn failed.`,
  interrupted: t`The turn was interrupted.`,
  abandoned: t`The turn was broken off by a restart.`,
};

/** What to say about how a turn ended; nothing where it ended well. */
export function endWords({ outcome = "completed", notice = "" }: SessionTurn): string {
  if (outcome === "completed") {
    return "";
  }
  return notice === "" ? (outcomes[outcome] ?? outcome) : notice;
}

const numberOf = (value: unknown): number => (typeof value === "number" ? value : 0);

/** What the agent tells that it used, which it does piece by piece. */
const usageOf = (data: SessionEvent["data"]): Usage => ({
  inputTokens: numberOf(data.inputTokens),
  outputTokens: numberOf(data.outputTokens),
  cacheReadTokens: numberOf(data.cacheReadTokens),
  cacheWriteTokens: numberOf(data.cacheWriteTokens),
  ...(typeof data.costUSD === "number" ? { costUSD: data.costUSD } : {}),
});

/** The turns of a session, the newest first: they are where its conversation says that they began and ended. */
export function turnsOf(events: readonly SessionEvent[]): SessionTurn[] {
  const turns = new Map<string, SessionTurn>();
  for (const { kind, turnId, at, data } of events) {
    if (turnId === undefined) {
      continue;
    }
    const turn = turns.get(turnId);
    if (kind === "user-message" && !turn) {
      turns.set(turnId, { id: turnId, startedAt: at });
    } else if (kind === "usage" && turn) {
      turn.usage = sumOf([turn.usage, usageOf(data)]);
    } else if (kind === "turn-ended" && turn) {
      turn.endedAt = at;
      turn.outcome = textOf(data.outcome);
      turn.notice = textOf(data.notice);
    }
  }
  return [...turns.values()].reverse();
}
