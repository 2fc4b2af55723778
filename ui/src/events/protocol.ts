/** What pages are told of the stream, by the shared worker or by a stream of their own. */
export type WorkerMessage =
  | { type: "connection"; state: ConnectionState }
  | { type: "event"; event: ServerEvent }
  /** Events may have been missed: what is shown has to be loaded afresh. */
  | { type: "reset" };

export type ConnectionState = "connecting" | "live" | "offline";

/** One browser event of the server (docs/reference.md lists the kinds). */
export interface ServerEvent {
  kind: string;
  data: Record<string, unknown>;
}

/** The kinds that pages listen to. */
export const eventKinds = [
  "composition-changed",
  "composition-item-changed",
  "composition-turn",
  "composition-changeset",
  "composition-lease",
  "composition-test",
  "composition-test-output",
  "session-changed",
  "session-turn",
  "session-item-changed",
  "session-event",
  "session-text-delta",
  "workflow-changed",
  "instance-changed",
] as const;
