import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

import type { ServerEvent } from "../../events/protocol";
import { textOf } from "../../lib/json";
import { conversationQuery, sessionQuery, writingQuery } from "../queries";
import type { SessionEvent } from "../types";
import { heard } from "./writing";

// What tells that the agent's process came or went.
const processes = new Set(["session-started", "error", "exit", "notice"]);

const lastOf = (events: readonly SessionEvent[] | undefined): number => events?.at(-1)?.seq ?? 0;

/** Keeps a conversation in step with the server: of each event it is to hear, and when events may have been missed. */
export function useConversation(sessionId: string): { hear: (event: ServerEvent) => void; refresh: () => void } {
  const client = useQueryClient();
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

  return {
    hear: ({ kind, data }) => {
      if (data.sessionId !== sessionId) {
        return;
      }
      if (kind === "session-text-delta") {
        writes(data);
      } else if (kind === "session-event") {
        if (processes.has(textOf(data.kind))) {
          void client.invalidateQueries({ queryKey: sessionQuery(sessionId).queryKey });
        }
        said({ ...(data as unknown as SessionEvent), at: new Date().toISOString() });
      }
    },
    refresh: () => {
      client.setQueryData(writingQuery(sessionId).queryKey, null);
      void client.invalidateQueries({ queryKey: conversationQuery(sessionId).queryKey });
    },
  };
}
