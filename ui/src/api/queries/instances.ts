import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";

import { useSend } from "../../lib/useSend";
import { answer, api, type Schemas } from "../client";
import { given } from "./pages";

export type Instance = Schemas["Instance"];
export type InstanceStatus = Schemas["InstanceStatus"];
export type Task = Schemas["Task"];
export type HistoryEntry = Schemas["HistoryEntry"];
export type ActionLog = Schemas["ActionLog"];

export const instanceKeys = {
  lists: ["instances"] as const,
  list: (filter: InstanceFilter) => ["instances", filter] as const,
  all: (id: string) => ["instance", id] as const,
  one: (id: string) => ["instance", id, "state"] as const,
  history: (id: string) => ["instance", id, "history"] as const,
  logs: (id: string) => ["instance", id, "logs"] as const,
};

export interface InstanceFilter {
  workflowId?: string | undefined;
  status?: InstanceStatus | undefined;
}

export function useInstances(filter: InstanceFilter) {
  return useInfiniteQuery({
    queryKey: instanceKeys.list(filter),
    queryFn: ({ pageParam }) =>
      answer(api.GET("/instances", { params: { query: { limit: 50, ...given({ ...filter, cursor: pageParam }) } } })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
  });
}

export function useInstance(instanceId: string) {
  return useQuery({
    queryKey: instanceKeys.one(instanceId),
    queryFn: () => answer(api.GET("/instances/{instanceId}", { params: { path: { instanceId } } })),
    staleTime: 0,
  });
}

/** The whole history. It only ever grows, so that only what is new is asked for. */
export function useHistory(instanceId: string) {
  const client = useQueryClient();
  const queryKey = instanceKeys.history(instanceId);
  return useQuery({
    queryKey,
    queryFn: async () => {
      const entries = [...(client.getQueryData<HistoryEntry[]>(queryKey) ?? [])];
      for (let after: number | undefined = entries.at(-1)?.seq ?? 0; after !== undefined;) {
        const query: { limit: number; after: number } = { limit: 200, after };
        const page: Schemas["History"] = await answer(
          api.GET("/instances/{instanceId}/history", { params: { path: { instanceId }, query } }),
        );
        entries.push(...page.items);
        after = page.nextAfter;
      }
      return entries;
    },
    staleTime: 0,
  });
}

/** How often what a script does is asked for while it runs, which no event tells. In milliseconds. */
const whileRunning = 2000;

export function useActionLogs(instanceId: string, ended: boolean) {
  return useInfiniteQuery({
    queryKey: instanceKeys.logs(instanceId),
    queryFn: ({ pageParam }) =>
      answer(
        api.GET("/instances/{instanceId}/logs", {
          params: { path: { instanceId }, query: { limit: 100, ...given({ cursor: pageParam }) } },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: ({ state }) =>
      !ended && state.data?.pages.some(({ items }) => items.some(({ outcome }) => outcome === undefined))
        ? whileRunning
        : false,
    staleTime: 0,
  });
}

export interface NewStart {
  context: Record<string, unknown>;
  /** The current one where none is named. */
  version?: number | undefined;
  /** Makes a repeated start make no second instance. */
  key: string;
}

export function useStartInstance(workflowId: string) {
  const client = useQueryClient();
  return useSend({
    mutationFn: ({ context, version, key }: NewStart) =>
      answer(
        api.POST("/workflows/{workflowId}/instances", {
          params: { path: { workflowId }, header: { "Idempotency-Key": key } },
          body: { context, ...given({ version }) },
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: instanceKeys.lists }),
  });
}

function useInstanceUpdate<V>(instanceId: string, call: (value: V) => Promise<{ data?: Instance }>) {
  const client = useQueryClient();
  return useSend({
    mutationFn: (value: V) => answer(call(value)),
    onSuccess: (instance) => {
      client.setQueryData(instanceKeys.one(instanceId), instance);
    },
    onSettled: () => client.invalidateQueries({ queryKey: instanceKeys.all(instanceId) }),
  });
}

export function useCompleteTask(instanceId: string, activationId: number) {
  return useInstanceUpdate(instanceId, (output: Record<string, unknown>) =>
    api.POST("/instances/{instanceId}/tasks/{activationId}/complete", {
      params: { path: { instanceId, activationId } },
      body: { output },
    }),
  );
}

export function useCancelInstance(instanceId: string) {
  return useInstanceUpdate(instanceId, (reason: string) =>
    api.POST("/instances/{instanceId}/cancel", {
      params: { path: { instanceId } },
      body: given({ reason }),
    }),
  );
}
