import { keepPreviousData, useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";

import { useSend } from "../../lib/useSend";
import { answer, api, type Schemas } from "../client";
import { membersOf } from "../../lib/rawJson";
import { allPages, given, largestPage, type Page } from "./pages";

type Whole = Schemas["CatalogObject"];

/** An object of the catalog. What is built in was made by nobody at no time, and can't be changed. */
export type CatalogObject = Omit<Whole, "createdBy" | "createdAt" | "updatedAt"> &
  Partial<Pick<Whole, "createdBy" | "createdAt" | "updatedAt">> & { builtIn?: boolean };
/** The kinds that a composition can have drafts of. */
export type DraftKind = "action-type" | "tool";
export type CatalogKind = DraftKind | "provider" | "session-template";

/** An object with its content as it was sent, so that big numbers and the order of keys stay. */
export type LoadedObject = CatalogObject & { text: string };

const routes = {
  "action-type": ["/action-types", "/action-types/{objectId}", "/action-types/validate"],
  tool: ["/tools", "/tools/{objectId}", "/tools/validate"],
  provider: ["/providers", "/providers/{objectId}", "/providers/validate"],
  "session-template": ["/session-templates", "/session-templates/{objectId}", "/session-templates/validate"],
} as const;

const loaded = (text: string): LoadedObject => ({
  ...(JSON.parse(text) as CatalogObject),
  text: membersOf(text).get("content") ?? "{}",
});

/** A body whose content goes out as it is written. */
const withContent = (content: string, members: Record<string, unknown> = {}): string => {
  const rest = JSON.stringify(members).slice(1, -1);
  return `{"content":${content}${rest && `,${rest}`}}`;
};

export const catalogKeys = {
  list: (kind: CatalogKind) => ["catalog", kind] as const,
  one: (kind: CatalogKind, id: string) => ["catalog", kind, id] as const,
  check: (kind: CatalogKind, text: string) => ["catalog-check", kind, text] as const,
};

export function useCatalog(kind: CatalogKind, enabled = true) {
  return useQuery({
    enabled,
    queryKey: catalogKeys.list(kind),
    queryFn: () =>
      allPages<CatalogObject>((cursor) =>
        answer<Page<CatalogObject>>(
          api.GET(routes[kind][0], { params: { query: { limit: largestPage, ...given({ cursor }) } } }),
        ),
      ),
    staleTime: 0,
  });
}

export function useCatalogObject(kind: CatalogKind, objectId: string | undefined) {
  return useQuery({
    queryKey: catalogKeys.one(kind, objectId ?? ""),
    queryFn: async () =>
      loaded(
        await answer<string>(
          api.GET(routes[kind][1], { params: { path: { objectId: objectId ?? "" } }, parseAs: "text" }),
        ),
      ),
    enabled: objectId !== undefined,
    staleTime: 0,
  });
}

/** What is wrong with an object, as the server sees it. */
export function useObjectProblems(kind: CatalogKind, text: string) {
  return useQuery({
    queryKey: catalogKeys.check(kind, text),
    queryFn: async () => {
      const bodySerializer = () => withContent(text);
      const { problems } = await answer(api.POST(routes[kind][2], { body: { content: {} }, bodySerializer }));
      return problems;
    },
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 60_000,
  });
}

/** Publishes a new object. */
export function useCreateCatalogObject(kind: CatalogKind) {
  const client = useQueryClient();
  return useSend({
    mutationFn: async ({ text, teamId }: { text: string; teamId?: string | undefined }) =>
      loaded(
        await answer<string>(
          api.POST(routes[kind][0], {
            body: { content: {} },
            bodySerializer: () => withContent(text, given({ teamId })),
            parseAs: "text",
          }),
        ),
      ),
    onSuccess: (object) => {
      client.setQueryData(catalogKeys.one(kind, object.id), object);
      void client.invalidateQueries({ queryKey: catalogKeys.list(kind), exact: true });
      forgetEngines(client, kind);
    },
  });
}

/** Puts a text in the place of the revision that it was made from. */
export function useSaveCatalogObject(kind: CatalogKind, objectId: string) {
  const client = useQueryClient();
  return useSend({
    mutationFn: async ({ text, baseRevision }: { text: string; baseRevision: string }) =>
      loaded(
        await answer<string>(
          api.PUT(routes[kind][1], {
            params: { path: { objectId } },
            body: { content: {}, baseRevision },
            bodySerializer: () => withContent(text, { baseRevision }),
            parseAs: "text",
          }),
        ),
      ),
    onSuccess: (object) => {
      client.setQueryData(catalogKeys.one(kind, objectId), object);
      void client.invalidateQueries({ queryKey: catalogKeys.list(kind), exact: true });
      forgetEngines(client, kind);
    },
  });
}

export function useDeleteCatalogObject(kind: CatalogKind, objectId: string) {
  const client = useQueryClient();
  return useSend({
    mutationFn: () => api.DELETE(routes[kind][1], { params: { path: { objectId } } }),
    onSuccess: () => {
      forgetEngines(client, kind);
      return client.invalidateQueries({ queryKey: catalogKeys.list(kind), exact: true });
    },
  });
}

/** Which engines and models there are hangs on the providers. */
function forgetEngines(client: QueryClient, kind: CatalogKind): void {
  if (kind === "provider") {
    void client.invalidateQueries({ queryKey: ["engines"] });
  }
}

/** Brings the object into a composition, a new one where none is named, so that it can be changed and tested there. */
export function useEditInWorkbench(kind: DraftKind) {
  const client = useQueryClient();
  return useSend({
    mutationFn: async ({ object, compositionId }: { object: CatalogObject; compositionId?: string | undefined }) => {
      const id =
        compositionId ??
        (await answer(api.POST("/compositions", { body: { name: object.name, ...given({ teamId: object.teamId }) } })))
          .id;
      await api.POST("/compositions/{compositionId}/items", {
        params: { path: { compositionId: id } },
        body: { type: kind, catalogId: object.id },
      });
      return id;
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ["compositions"] }),
  });
}
