import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { answer, api, type Schemas } from "../client";
import { allPages, given, largestPage } from "./pages";

export type CatalogObject = Schemas["CatalogObject"];
export type CatalogKind = "action-type" | "tool";

const routes = {
  "action-type": ["/action-types", "/action-types/{objectId}"],
  tool: ["/tools", "/tools/{objectId}"],
} as const;

export const catalogKeys = {
  list: (kind: CatalogKind) => ["catalog", kind] as const,
  one: (kind: CatalogKind, id: string) => ["catalog", kind, id] as const,
};

export function useCatalog(kind: CatalogKind) {
  return useQuery({
    queryKey: catalogKeys.list(kind),
    queryFn: () =>
      allPages((cursor) =>
        answer(api.GET(routes[kind][0], { params: { query: { limit: largestPage, ...given({ cursor }) } } })),
      ),
    staleTime: 0,
  });
}

export function useCatalogObject(kind: CatalogKind, objectId: string) {
  return useQuery({
    queryKey: catalogKeys.one(kind, objectId),
    queryFn: () => answer(api.GET(routes[kind][1], { params: { path: { objectId } } })),
    staleTime: 0,
  });
}

export function useDeleteCatalogObject(kind: CatalogKind, objectId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.DELETE(routes[kind][1], { params: { path: { objectId } } }),
    onSuccess: () => client.invalidateQueries({ queryKey: catalogKeys.list(kind), exact: true }),
  });
}

/** Begins a composition that holds the object, so that it can be changed and tested there. */
export function useEditInWorkbench(kind: CatalogKind) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (object: CatalogObject) => {
      const composition = await answer(
        api.POST("/compositions", { body: { name: object.name, ...given({ teamId: object.teamId }) } }),
      );
      await api.POST("/compositions/{compositionId}/items", {
        params: { path: { compositionId: composition.id } },
        body: { type: kind, catalogId: object.id },
      });
      return composition;
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ["compositions"] }),
  });
}
