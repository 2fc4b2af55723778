import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { useSend } from "../../lib/useSend";
import { answer, api, type Schemas } from "../client";
import { allPages, given, largestPage } from "./pages";

export type Workflow = Schemas["Workflow"];
export type WorkflowVersion = Schemas["WorkflowVersion"];

export const workflowKeys = {
  list: ["workflows"] as const,
  one: (id: string) => ["workflow", id] as const,
  versions: (id: string) => ["workflow", id, "versions"] as const,
  version: (id: string, number: number) => ["workflow-version", id, number] as const,
};

export function useWorkflows(enabled = true) {
  return useQuery({
    enabled,
    queryKey: workflowKeys.list,
    queryFn: () =>
      allPages((cursor) =>
        answer(api.GET("/workflows", { params: { query: { limit: largestPage, ...given({ cursor }) } } })),
      ),
    staleTime: 0,
  });
}

export function useWorkflow(workflowId: string) {
  return useQuery({
    queryKey: workflowKeys.one(workflowId),
    queryFn: () => answer(api.GET("/workflows/{workflowId}", { params: { path: { workflowId } } })),
    staleTime: 0,
  });
}

export function useVersions(workflowId: string) {
  return useInfiniteQuery({
    queryKey: workflowKeys.versions(workflowId),
    queryFn: ({ pageParam }) =>
      answer(
        api.GET("/workflows/{workflowId}/versions", {
          params: { path: { workflowId }, query: { limit: 100, ...given({ cursor: pageParam }) } },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
  });
}

/** One version with all that its runs use. It never changes. */
export function useVersion(workflowId: string | undefined, number: number | undefined) {
  return useQuery({
    queryKey: workflowKeys.version(workflowId ?? "", number ?? 0),
    queryFn: () =>
      answer(
        api.GET("/workflows/{workflowId}/versions/{number}", {
          params: { path: { workflowId: workflowId ?? "", number: number ?? 0 } },
        }),
      ),
    enabled: workflowId !== undefined && number !== undefined,
    staleTime: Infinity,
  });
}

function useWorkflowChange<V>(workflowId: string, call: (value: V) => Promise<{ data?: Workflow }>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (value: V) => answer(call(value)),
    onSuccess: (workflow) => {
      client.setQueryData(workflowKeys.one(workflowId), workflow);
      void client.invalidateQueries({ queryKey: workflowKeys.list });
    },
    // A refusal tells that what is shown is not what is there.
    onError: () => client.invalidateQueries({ queryKey: workflowKeys.one(workflowId) }),
  });
}

/** Lets new instances run another version. */
export const useMakeCurrent = (workflowId: string) =>
  useWorkflowChange(workflowId, (number: number) =>
    api.POST("/workflows/{workflowId}/versions/{number}/make-current", { params: { path: { workflowId, number } } }),
  );

/** Lets a workflow start instances, or no more. */
export const useSetActive = (workflow: Workflow) =>
  useWorkflowChange(workflow.id, (isActive: boolean) =>
    api.PATCH("/workflows/{workflowId}", {
      params: { path: { workflowId: workflow.id } },
      body: { revision: workflow.revision, isActive },
    }),
  );

/** What leads from one document to another. */
export function useDocumentDiff(before: unknown, after: unknown, key: readonly unknown[]) {
  return useQuery({
    queryKey: ["document-diff", ...key],
    queryFn: () =>
      answer(
        api.POST("/documents/diff", {
          body: { before: before as Schemas["JSONObject"], after: after as Schemas["JSONObject"] },
        }),
      ),
    enabled: before !== undefined && after !== undefined,
    staleTime: Infinity,
  });
}

/** Begins a composition with a copy of a published workflow. */
export function useOpenInWorkbench() {
  const client = useQueryClient();
  return useSend({
    mutationFn: (workflow: Workflow) =>
      answer(
        api.POST("/compositions", {
          body: {
            name: workflow.name,
            seedWorkflowId: workflow.id,
            ...given({ teamId: workflow.teamId }),
          },
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: ["compositions"] }),
  });
}
