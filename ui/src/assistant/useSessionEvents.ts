import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

import { itemQuery, itemsQuery } from "../api/queries/configItems";
import { useConnection, useServerEvents } from "../events/stream";
import { textOf } from "../lib/json";
import { useConversation } from "../workbench/chat/useConversation";
import { sessionQuery } from "../workbench/queries";
import type { Work } from "./work";

interface Told {
  onDeleted: () => void;
  announce: (words: string) => void;
}

/** Keeps what the page of a session shows in step with the server. */
export function useSessionEvents(sessionId: string, work: Work, { onDeleted, announce }: Told): void {
  const client = useQueryClient();
  const conversation = useConversation(sessionId);
  const reload = (queryKey: readonly unknown[]) => {
    void client.invalidateQueries({ queryKey });
  };
  const refresh = () => {
    reload(sessionQuery(sessionId).queryKey);
    reload(itemsQuery(sessionId).queryKey);
    reload(["config-item", sessionId]);
    conversation.refresh();
    work.drafts.retry();
  };

  useServerEvents(({ kind, data }) => {
    if (data.sessionId !== sessionId) {
      return;
    }
    switch (kind) {
      case "session-changed":
        if (data.change === "deleted") {
          onDeleted();
        } else {
          reload(sessionQuery(sessionId).queryKey);
        }
        return;
      case "session-turn":
        reload(sessionQuery(sessionId).queryKey);
        reload(itemsQuery(sessionId).queryKey);
        return;
      case "session-item-changed": {
        const name = textOf(data.name);
        reload(itemsQuery(sessionId).queryKey);
        reload(itemQuery(sessionId, { kind: textOf(data.kind), name }).queryKey);
        if (data.removed === true) {
          announce(t`The draft ${name} was discarded.`);
        } else if (data.author === "ai") {
          announce(t`The AI wrote the draft ${name}.`);
        }
        return;
      }
      default:
        conversation.hear({ kind, data });
    }
  }, refresh);

  // What was loaded before this window listened may lack what happened in between.
  useEffect(() => {
    void client.invalidateQueries({ queryKey: sessionQuery(sessionId).queryKey });
    void client.invalidateQueries({ queryKey: itemsQuery(sessionId).queryKey });
  }, [client, sessionId]);

  // What failed while the server was away is tried again when it is back.
  const connection = useConnection();
  const before = useRef(connection);
  useEffect(() => {
    if (before.current === "offline" && connection === "live") {
      work.drafts.retry();
    }
    before.current = connection;
  }, [connection, work]);
}
