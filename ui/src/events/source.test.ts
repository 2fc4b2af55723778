import { afterEach, describe, expect, it, vi } from "vitest";

import type { WorkerMessage } from "./protocol";
import { connect, waysOfBrowser, type Ways } from "./source";

const told = (message: WorkerMessage) => message.type;

describe("the way to the events", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it("is the shared stream where the browser has workers that windows share", () => {
    const ways = { share: vi.fn<NonNullable<Ways["share"]>>(), own: vi.fn<Ways["own"]>() };
    connect(told, ways);
    expect(ways.share).toHaveBeenCalledOnce();
    expect(ways.own).not.toHaveBeenCalled();
  });

  it("is a stream of the window's own where there are none", () => {
    const own = vi.fn<Ways["own"]>();
    connect(told, { share: undefined, own });
    expect(own).toHaveBeenCalledExactlyOnceWith(told);
  });

  it("is a stream of its own where the browser refuses the worker", () => {
    const own = vi.fn<Ways["own"]>();
    const refuse = () => {
      throw new DOMException("no workers here", "SecurityError");
    };
    connect(told, { share: refuse, own });
    expect(own).toHaveBeenCalledOnce();
  });

  it("becomes one stream of its own, however often the worker fails", () => {
    const own = vi.fn<Ways["own"]>();
    connect(told, {
      share: (_, failed) => {
        failed();
        failed();
      },
      own,
    });
    expect(own).toHaveBeenCalledOnce();
  });

  it("is found by what the browser has", () => {
    vi.stubGlobal("SharedWorker", undefined);
    expect(waysOfBrowser().share).toBeUndefined();
    vi.stubGlobal("SharedWorker", vi.fn());
    expect(waysOfBrowser().share).toBeDefined();
  });
});

/** An event source that the test plays. */
class FakeSource extends EventTarget {
  static readonly CLOSED = 2;
  static opened: FakeSource[] = [];
  readyState = 1;
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  constructor() {
    super();
    FakeSource.opened.push(this);
  }
}

describe("a stream of the window's own", () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    FakeSource.opened = [];
  });

  const open = () => {
    vi.useFakeTimers();
    vi.stubGlobal("EventSource", FakeSource);
    vi.stubGlobal("SharedWorker", undefined);
    const heard: WorkerMessage[] = [];
    connect((message) => heard.push(message), waysOfBrowser());
    const [source] = FakeSource.opened;
    if (!source) {
      throw new Error("no stream was opened");
    }
    return { heard, source };
  };

  it("tells the window what the server tells", () => {
    const { heard, source } = open();
    source.onopen?.();
    source.dispatchEvent(new MessageEvent("workflow-changed", { data: `{"version":2}` }));
    source.dispatchEvent(new MessageEvent("reset", { data: "{}" }));
    expect(heard).toEqual([
      { type: "connection", state: "live" },
      { type: "event", event: { kind: "workflow-changed", data: { version: 2 } } },
      { type: "reset" },
    ]);
  });

  it("leaves it to the browser to resume what is lost", () => {
    const { heard, source } = open();
    source.readyState = 0;
    source.onerror?.();
    vi.runAllTimers();
    expect(FakeSource.opened).toHaveLength(1);
    expect(heard).toEqual([{ type: "connection", state: "offline" }]);
  });

  it("opens what is refused anew, and has what is shown loaded afresh", () => {
    const { heard, source } = open();
    source.readyState = FakeSource.CLOSED;
    source.onerror?.();
    vi.runAllTimers();
    expect(FakeSource.opened).toHaveLength(2);
    expect(heard.at(-1)).toEqual({ type: "reset" });
  });
});
