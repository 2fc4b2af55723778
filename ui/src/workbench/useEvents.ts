import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

import { useConnection, useServerEvents } from "../events/stream";
import type { Controller } from "./controller";
import { conversationQuery, sessionQuery } from "./queries";
import type { TestRuns } from "./tests/testRuns";
import type { LoadedComposition, SessionEvent } from "./types";

// What tells that the agent's process came or went.
const processes = new Set(["session-started", "error", "exit", "notice"]);

const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** Keeps what the workbench shows in step with the server. */
export function useEvents(
  composition: LoadedComposition,
  controller: Controller,
  tests: TestRuns,
  onDeleted: () => void,
): void {
  const client = useQueryClient();
  const { id, sessionId } = composition;
  const reload = (...key: string[]) => {
    void client.invalidateQueries({ queryKey: ["composition", id, ...key] });
  };

  const said = (event: SessionEvent) => {
    const { queryKey } = conversationQuery(sessionId);
    const known = client.getQueryData<SessionEvent[]>(queryKey);
    const last = known?.at(-1)?.seq ?? 0;
    if (known && event.seq === last + 1) {
      client.setQueryData(queryKey, [...known, event]);
    } else if (event.seq > last) {
      void client.invalidateQueries({ queryKey });
    }
  };

  const refresh = () => {
    controller.refresh();
    void client.invalidateQueries({ queryKey: conversationQuery(sessionId).queryKey });
  };

  useServerEvents(({ kind, data }) => {
    if (data.compositionId !== id) {
      return;
    }
    switch (kind) {
      case "composition-changed":
        if (data.change === "deleted") {
          onDeleted();
        } else {
          void client.invalidateQueries({ queryKey: ["composition", id], exact: true });
        }
        return;
      case "composition-item-changed":
        reload("items");
        reload("revisions", text(data.itemId) ?? "");
        reload("blame", text(data.itemId) ?? "");
        return;
      case "composition-turn": {
        const turn = data.state as LoadedComposition["turnState"];
        controller.dispatch({ type: "turn-changed", turn, turnId: text(data.turnId) ?? "" });
        void client.invalidateQueries({ queryKey: ["composition", id], exact: true });
        reload("turns");
        return;
      }
      case "composition-changeset":
        controller.dispatch({ type: "changeset" });
        return;
      case "composition-lease":
        controller.dispatch({
          type: "lease-changed",
          windowId: text(data.windowId),
          name: text(data.userName),
          userId: text(data.userId),
        });
        return;
      case "composition-test":
      case "composition-test-output":
        tests.heard(kind, data);
        return;
      case "session-event":
        if (data.sessionId === sessionId) {
          if (processes.has(text(data.kind) ?? "")) {
            void client.invalidateQueries({ queryKey: sessionQuery(sessionId).queryKey });
          }
          said({ ...(data as unknown as SessionEvent), at: new Date().toISOString() });
        }
    }
  }, refresh);

  // What failed while the server was away is tried again when it is back.
  const connection = useConnection();
  const before = useRef(connection);
  useEffect(() => {
    if (before.current === "offline" && connection === "live") {
      controller.refresh();
    }
    before.current = connection;
  }, [connection, controller]);
}
