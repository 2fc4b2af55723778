import { eventKinds, type ServerEvent, type WorkerMessage } from "./protocol";

/** A refused stream is tried again after this many milliseconds. */
const pause = 2000;

/**
 * Listens to the server's events for as long as the page or worker lives. The browser resumes a stream that is lost by
 * itself, with the id of the last event; one that is refused is opened anew, and then what is shown may be old.
 */
export function listen(tell: (message: WorkerMessage) => void): void {
  const source = new EventSource("/api/v1/events");
  source.onopen = () => {
    tell({ type: "connection", state: "live" });
  };
  source.onerror = () => {
    tell({ type: "connection", state: "offline" });
    if (source.readyState === EventSource.CLOSED) {
      source.onerror = null;
      setTimeout(() => {
        listen(tell);
        tell({ type: "reset" });
      }, pause);
    }
  };
  source.addEventListener("reset", () => {
    tell({ type: "reset" });
  });
  for (const kind of eventKinds) {
    source.addEventListener(kind, (event: MessageEvent<string>) => {
      tell({ type: "event", event: { kind, data: JSON.parse(event.data) as ServerEvent["data"] } });
    });
  }
}
