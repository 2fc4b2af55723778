import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

import type { ServerEvent } from "../events/protocol";
import { useConnection, useServerEvents } from "../events/stream";
import { heard } from "./chat/writing";
import type { Controller } from "./controller";
import { conversationQuery, sessionQuery, writingQuery } from "./queries";
import type { TestRuns } from "./tests/testRuns";
import type { LoadedComposition, SessionEvent } from "./types";

// What tells that the agent's process came or went.
const processes = new Set(["session-started", "error", "exit", "notice"]);

const lastOf = (events: readonly SessionEvent[] | undefined): number => events?.at(-1)?.seq ?? 0;

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

  const newest = useRef(0); // of the stored events that this window was told of
  const said = (event: SessionEvent) => {
    newest.current = event.seq;
    const { queryKey } = conversationQuery(sessionId);
    const known = client.getQueryData<SessionEvent[]>(queryKey);
    const last = lastOf(known);
    if (known && event.seq === last + 1) {
      client.setQueryData(queryKey, [...known, event]);
    } else if (event.seq > last) {
      void client.invalidateQueries({ queryKey });
    }
  };

  // A first load that is under way is not begun again, so it may lack what was told meanwhile.
  const stored = useQuery({ ...conversationQuery(sessionId), select: lastOf }).data;
  useEffect(() => {
    if (stored !== undefined && stored < newest.current) {
      void client.invalidateQueries({ queryKey: conversationQuery(sessionId).queryKey });
    }
  }, [client, sessionId, stored]);

  const writes = (data: ServerEvent["data"]) => {
    client.setQueryData(writingQuery(sessionId).queryKey, (before) =>
      heard(
        before ?? null,
        data,
        Math.max(lastOf(client.getQueryData(conversationQuery(sessionId).queryKey)), newest.current),
      ),
    );
  };

  const refresh = () => {
    client.setQueryData(writingQuery(sessionId).queryKey, null);
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
        return;
      case "session-text-delta":
        if (data.sessionId === sessionId) {
          writes(data);
        }
    }
  }, refresh);

  // What was loaded before this window listened may lack what happened in between.
  useEffect(() => {
    void client.invalidateQueries({ queryKey: ["composition", id], exact: true });
    void client.invalidateQueries({ queryKey: ["composition", id, "items"] });
  }, [client, id]);

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
