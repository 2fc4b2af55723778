// One stream of events for all windows of the browser: HTTP/1.1 allows six connections to a server, and each window
// would take one.
import { listen } from "./listen";
import type { ConnectionState, WorkerMessage } from "./protocol";

const scope = self as unknown as { onconnect: ((event: MessageEvent) => void) | null };
const ports = new Set<MessagePort>();
let state: ConnectionState = "connecting";
let listening = false;

function tell(message: WorkerMessage): void {
  if (message.type === "connection") {
    state = message.state;
  }
  for (const port of ports) {
    port.postMessage(message);
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
  if (!listening) {
    listening = true;
    listen(tell);
  }
};
