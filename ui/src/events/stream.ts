import { useEffect, useRef, useSyncExternalStore } from "react";

import type { ConnectionState, ServerEvent, WorkerMessage } from "./protocol";
import { connect, waysOfBrowser } from "./source";

type Listener = (message: WorkerMessage) => void;

/** The window's end of the stream of events. */
class Stream {
  private readonly listeners = new Set<Listener>();
  private connected = false;
  state: ConnectionState = "connecting";

  private hear = (message: WorkerMessage): void => {
    if (message.type === "connection") {
      this.state = message.state;
    }
    for (const listener of this.listeners) {
      listener(message);
    }
  };

  subscribe = (listener: Listener): (() => void) => {
    this.listeners.add(listener);
    if (!this.connected) {
      this.connected = true;
      connect(this.hear, waysOfBrowser());
    }
    return () => this.listeners.delete(listener);
  };
}

const stream = new Stream();

/** Calls the handlers for each event, and when events may have been missed. */
export function useServerEvents(onEvent: (event: ServerEvent) => void, onReset: () => void): void {
  const handlers = useRef({ onEvent, onReset });
  useEffect(() => {
    handlers.current = { onEvent, onReset };
  });
  useEffect(
    () =>
      stream.subscribe((message) => {
        if (message.type === "event") {
          handlers.current.onEvent(message.event);
        } else if (message.type === "reset") {
          handlers.current.onReset();
        }
      }),
    [],
  );
}

/** The state of the connection to the server. */
export function useConnection(): ConnectionState {
  return useSyncExternalStore(stream.subscribe, () => stream.state);
}
