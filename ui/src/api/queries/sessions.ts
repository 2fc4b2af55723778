import { queryOptions, useQuery } from "@tanstack/react-query";

import { answer, api, type Schemas } from "../client";
import { given, largestPage } from "./pages";

export type Session = Schemas["Session"];

// More are not shown; the newest come first.
const most = 1000;

/** The sessions that belong to no composition, newest first, up to a bound. */
export const sessionsQuery = queryOptions({
  queryKey: ["sessions"],
  queryFn: async () => {
    const found: Session[] = [];
    let cursor: string | undefined;
    do {
      const page = await answer(
        api.GET("/sessions", { params: { query: { limit: largestPage, ...given({ cursor }) } } }),
      );
      found.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor !== undefined && found.length < most);
    return found;
  },
});

/** How a session is called; one that was never named is called by what it is made of. */
export const sessionName = ({ name, templateId, id }: Session): string => name ?? templateId ?? id;

export const useSessions = (enabled = true) => useQuery({ ...sessionsQuery, enabled });

/** Makes a session; the key makes the same call twice one session. */
export const createSession = (body: Schemas["NewSession"], key: string): Promise<Session> =>
  answer(api.POST("/sessions", { params: { header: { "Idempotency-Key": key } }, body }));

/** Changes a session's name, or the agent that takes part in it. */
export const updateSession = (sessionId: string, body: Schemas["SessionPatch"]): Promise<Session> =>
  answer(api.PATCH("/sessions/{sessionId}", { params: { path: { sessionId } }, body }));

export const deleteSession = (sessionId: string) =>
  answer(api.DELETE("/sessions/{sessionId}", { params: { path: { sessionId } } }));

/** Starts a turn with a message; the key makes the same message twice one turn. */
export const sendMessage = (sessionId: string, message: string, key: string): Promise<Schemas["SessionTurn"]> =>
  answer(
    api.POST("/sessions/{sessionId}/messages", {
      params: { path: { sessionId }, header: { "Idempotency-Key": key } },
      body: { message },
    }),
  );

export const interruptSession = (sessionId: string) =>
  answer(api.POST("/sessions/{sessionId}/interrupt", { params: { path: { sessionId } } }));
