import { useEffect, useRef, useSyncExternalStore } from "react";

import type { ConnectionState, ServerEvent, WorkerMessage } from "./protocol";

type Listener = (message: WorkerMessage) => void;

/** The window's end of the stream that all windows share. */
class Stream {
  private readonly listeners = new Set<Listener>();
  private port: MessagePort | undefined;
  state: ConnectionState = "connecting";

  private connect(): void {
    if (this.port || typeof SharedWorker === "undefined") {
      return;
    }
    const worker = new SharedWorker(new URL("./worker.ts", import.meta.url), { type: "module", name: "heddle-events" });
    this.port = worker.port;
    this.port.onmessage = (event: MessageEvent<WorkerMessage>) => {
      if (event.data.type === "connection") {
        this.state = event.data.state;
      }
      for (const listener of this.listeners) {
        listener(event.data);
      }
    };
    addEventListener("pagehide", () => this.port?.postMessage("bye"));
  }

  subscribe = (listener: Listener): (() => void) => {
    this.connect();
    this.listeners.add(listener);
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
