import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

import { useConnection, useServerEvents } from "../events/stream";
import { useConversation } from "./chat/useConversation";
import type { Controller } from "./controller";
import type { TestRuns } from "./tests/testRuns";
import type { LoadedComposition } from "./types";

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

  const conversation = useConversation(sessionId);
  const refresh = () => {
    controller.refresh();
    conversation.refresh();
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
      default:
        conversation.hear({ kind, data });
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
