import { listen } from "./listen";
import type { WorkerMessage } from "./protocol";

type Tell = (message: WorkerMessage) => void;

/** The two ways to the server's events. */
export interface Ways {
  /** Shares a stream with the other windows; calls `failed` if that turns out not to work. */
  share: ((tell: Tell, failed: () => void) => void) | undefined;
  /** Opens a stream of this window's own. */
  own: (tell: Tell) => void;
}

/** Shares the stream where the browser can, else opens one: Chrome on Android and some private modes share no workers. */
export function connect(tell: Tell, ways: Ways): void {
  let fellBack = false;
  const fallBack = () => {
    if (!fellBack) {
      fellBack = true;
      ways.own(tell);
    }
  };
  if (!ways.share) {
    fallBack();
    return;
  }
  try {
    ways.share(tell, fallBack);
  } catch {
    fallBack(); // a browser may have workers and refuse them to this page
  }
}

/** What this browser offers. */
export const waysOfBrowser = (): Ways => ({
  share: typeof SharedWorker === "undefined" ? undefined : share,
  own: listen,
});

function share(tell: Tell, failed: () => void): void {
  const worker = new SharedWorker(new URL("./worker.ts", import.meta.url), { type: "module", name: "heddle-events" });
  worker.onerror = () => {
    worker.port.close(); // so that nothing is told twice
    failed();
  };
  worker.port.onmessage = (event: MessageEvent<WorkerMessage>) => {
    tell(event.data);
  };
  addEventListener("pagehide", () => {
    worker.port.postMessage("bye");
  });
}
