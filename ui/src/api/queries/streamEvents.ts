import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";

import { useSend } from "../../lib/useSend";
import { answer, api, type Schemas } from "../client";
import { given } from "./pages";

export type StreamEvent = Schemas["StreamEvent"];
export type Excerpt = Schemas["Excerpt"];

export interface StreamEventFilter {
  type?: string | undefined;
  ref?: string | undefined;
}

const listKey = ["stream-events"] as const;

export function useStreamEvents(filter: StreamEventFilter) {
  return useInfiniteQuery({
    queryKey: [...listKey, filter],
    queryFn: ({ pageParam }) =>
      answer(
        api.GET("/stream-events", { params: { query: { limit: 50, ...given({ ...filter, cursor: pageParam }) } } }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
  });
}

/** An event with the part of it that a path leads to, within bounds. What happened never changes. */
export function useEventExcerpt(eventId: string, path: string) {
  return useQuery({
    queryKey: ["stream-event", eventId, path],
    queryFn: () => answer(api.GET("/stream-events/{eventId}", { params: { path: { eventId }, query: { path } } })),
    staleTime: Infinity,
  });
}

/** The text of an event with its whole payload, as the server has it. */
export const wholeEvent = (eventId: string): Promise<string> =>
  answer(api.GET("/stream-events/{eventId}", { params: { path: { eventId } }, parseAs: "text" }));

/** Takes in an event. The body is JSON text, so that nothing of a delivery is changed on its way. */
export function useTakeInEvent() {
  const client = useQueryClient();
  return useSend({
    mutationFn: (body: string) => answer(api.POST("/stream-events", { body: {}, bodySerializer: () => body })),
    onSuccess: () => client.invalidateQueries({ queryKey: listKey }),
  });
}
