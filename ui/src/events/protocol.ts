/** What the shared worker tells the pages. */
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
  "session-event",
  "workflow-changed",
  "instance-changed",
] as const;
