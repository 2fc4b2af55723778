import type { SessionEvent } from "../types";

const key = (sessionId: string) => `heddle-seen-${sessionId}`;

/** Notes how far a conversation was read. */
export function markSeen(storage: Pick<Storage, "getItem" | "setItem">, sessionId: string, seq: number): void {
  if (seq > seenOf(storage, sessionId)) {
    storage.setItem(key(sessionId), String(seq));
  }
}

export const seenOf = (storage: Pick<Storage, "getItem">, sessionId: string): number =>
  Number(storage.getItem(key(sessionId)) ?? 0);

const said = new Set<SessionEvent["kind"]>(["text", "question", "notice", "error", "exit"]);

/** How many messages of the agent's came after what was read. */
export const unreadOf = (events: readonly Pick<SessionEvent, "seq" | "kind">[], seen: number): number =>
  events.filter((event) => event.seq > seen && said.has(event.kind)).length;
