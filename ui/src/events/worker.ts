// One stream of events for all windows of the browser: HTTP/1.1 allows six connections to a server, and each window
// would take one. The browser resumes the stream by itself, with the id of the last event.
import { eventKinds, type ConnectionState, type ServerEvent, type WorkerMessage } from "./protocol";

const scope = self as unknown as { onconnect: ((event: MessageEvent) => void) | null };
const ports = new Set<MessagePort>();
let state: ConnectionState = "connecting";
let source: EventSource | undefined;
let retry: ReturnType<typeof setTimeout> | undefined;

function tell(message: WorkerMessage): void {
  for (const port of ports) {
    port.postMessage(message);
  }
}

function become(next: ConnectionState): void {
  state = next;
  tell({ type: "connection", state });
}

function listen(): void {
  source = new EventSource("/api/v1/events");
  source.onopen = () => {
    become("live");
  };
  source.onerror = () => {
    become("offline");
    // A refused stream is not tried again by the browser; a lost one is.
    if (source?.readyState === EventSource.CLOSED) {
      clearTimeout(retry);
      retry = setTimeout(() => {
        listen();
        tell({ type: "reset" });
      }, 2000);
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

scope.onconnect = (event) => {
  const port = event.ports[0];
  if (!port) {
    return;
  }
  ports.add(port);
  port.onmessage = (message: MessageEvent<string>) => {
    if (message.data === "bye") {
      ports.delete(port);
    }
  };
  port.postMessage({ type: "connection", state } satisfies WorkerMessage);
  if (!source) {
    listen();
  }
};
