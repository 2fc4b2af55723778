import { queryOptions, skipToken } from "@tanstack/react-query";

import { answer, api } from "../api/client";
import { elementsOf, membersOf } from "../lib/rawJson";
import type { Writing } from "./chat/writing";
import type { Composition, Draft, LoadedComposition, SessionEvent } from "./types";

/** Reads a draft from the text of an answer. */
export function draftOf(text: string): Draft {
  return { ...(JSON.parse(text) as Omit<Draft, "text">), text: membersOf(text).get("content") ?? "{}" };
}

function compositionOf(text: string): LoadedComposition {
  const pendingText = membersOf(text).get("pendingChangeSet");
  return { ...(JSON.parse(text) as Composition), ...(pendingText === undefined ? {} : { pendingText }) };
}

export const compositionQuery = (compositionId: string) =>
  queryOptions({
    queryKey: ["composition", compositionId],
    queryFn: async () =>
      compositionOf(
        await answer<string>(
          api.GET("/compositions/{compositionId}", { params: { path: { compositionId } }, parseAs: "text" }),
        ),
      ),
  });

export const draftsQuery = (compositionId: string) =>
  queryOptions({
    queryKey: ["composition", compositionId, "items"],
    queryFn: async () => {
      const text = await answer<string>(
        api.GET("/compositions/{compositionId}/items", { params: { path: { compositionId } }, parseAs: "text" }),
      );
      return elementsOf(membersOf(text).get("items") ?? "[]").map(draftOf);
    },
  });

export const turnsQuery = (compositionId: string) =>
  queryOptions({
    queryKey: ["composition", compositionId, "turns"],
    queryFn: async () =>
      (
        await answer(
          api.GET("/compositions/{compositionId}/turns", {
            params: { path: { compositionId }, query: { limit: 200 } },
          }),
        )
      ).items,
  });

export const sessionQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ["session", sessionId],
    queryFn: () => answer(api.GET("/sessions/{sessionId}", { params: { path: { sessionId } } })),
  });

export const conversationQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ["conversation", sessionId],
    queryFn: async ({ client, queryKey }) => {
      // What is stored does not change: only what came since is asked for.
      const found = [...(client.getQueryData<SessionEvent[]>(queryKey) ?? [])];
      let after: number | undefined = found.at(-1)?.seq ?? 0;
      while (after !== undefined) {
        const page: { items: SessionEvent[]; nextAfter?: number } = await answer(
          api.GET("/sessions/{sessionId}/conversation", {
            params: { path: { sessionId }, query: { after, limit: 200 } },
          }),
        );
        found.push(...page.items);
        after = page.nextAfter;
      }
      // Events may have brought more meanwhile.
      const last = found.at(-1)?.seq ?? 0;
      const brought = client.getQueryData<SessionEvent[]>(queryKey) ?? [];
      return [...found, ...brought.filter((event) => event.seq > last)];
    },
  });

/** What the agent writes at the moment. Events alone bring it. */
export const writingQuery = (sessionId: string) =>
  queryOptions<Writing | null>({ queryKey: ["writing", sessionId], queryFn: skipToken, staleTime: Infinity });

export const revisionsQuery = (compositionId: string, itemId: string) =>
  queryOptions({
    queryKey: ["composition", compositionId, "revisions", itemId],
    queryFn: async () =>
      (
        await answer(
          api.GET("/compositions/{compositionId}/items/{itemId}/revisions", {
            params: { path: { compositionId, itemId }, query: { limit: 100 } },
          }),
        )
      ).items,
  });

export const meQuery = queryOptions({
  queryKey: ["me"],
  queryFn: () => answer(api.GET("/me")),
  staleTime: Infinity,
});

export const actionTypesQuery = queryOptions({
  queryKey: ["action-types", "all"],
  queryFn: async () => (await answer(api.GET("/action-types", { params: { query: { limit: 200 } } }))).items,
});

export const toolsQuery = queryOptions({
  queryKey: ["tools", "all"],
  queryFn: async () => (await answer(api.GET("/tools", { params: { query: { limit: 200 } } }))).items,
});

/** The names of people by their ids. */
export const peopleQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ["people", ...new Set(ids)].sort(),
    queryFn: async () => {
      const wanted = [...new Set(ids)].slice(0, 50);
      const found = await answer(
        api.GET("/users", {
          params: { query: { ids: wanted } },
          querySerializer: { array: { style: "form", explode: false } },
        }),
      );
      return new Map(found.items.map((person) => [person.id, person.name]));
    },
    enabled: ids.length > 0,
    staleTime: Infinity,
  });
