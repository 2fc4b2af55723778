import { queryOptions, skipToken } from "@tanstack/react-query";

import { elementsOf, membersOf } from "../../lib/rawJson";
import { answer, api, type Schemas } from "../client";
import { isRefusal } from "../problem";
import { given } from "./pages";

export type ConfigItem = Schemas["ConfigItem"];

/** Which draft of a session: its kind as unpacked packs name it, and its name. */
export type ItemKey = Pick<ConfigItem, "kind" | "name">;

/** A draft with its content as it was sent. Its id is its path. */
export type LoadedItem = ConfigItem & { id: string; text: string };

const loaded = (text: string): LoadedItem => {
  const item = JSON.parse(text) as ConfigItem;
  return { ...item, id: item.path, text: membersOf(text).get("content") ?? "{}" };
};

const at = (sessionId: string, { kind, name }: ItemKey) => ({
  params: { path: { sessionId, kind, itemName: name } },
});

/** The drafts of a session, with what is wrong with each and how it compares with the catalog. */
export const itemsQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ["config-items", sessionId],
    queryFn: async () =>
      (await answer(api.GET("/sessions/{sessionId}/config-items", { params: { path: { sessionId } } }))).items,
    staleTime: 0,
  });

/** One draft in full. */
export const itemQuery = (sessionId: string, key: ItemKey | undefined) =>
  queryOptions({
    queryKey: ["config-item", sessionId, key?.kind ?? "", key?.name ?? ""],
    queryFn: key
      ? async () =>
          loaded(
            await answer<string>(
              api.GET("/sessions/{sessionId}/config-items/{kind}/{itemName}", {
                ...at(sessionId, key),
                parseAs: "text",
              }),
            ),
          )
      : skipToken,
    staleTime: 0,
  });

/** Writes a draft, whole. The content goes out as it is written. */
export async function saveItem(
  sessionId: string,
  key: ItemKey,
  text: string,
  baseRevision?: string,
): Promise<LoadedItem> {
  const rest = JSON.stringify(given({ baseRevision })).slice(1, -1);
  return loaded(
    await answer<string>(
      api.PUT("/sessions/{sessionId}/config-items/{kind}/{itemName}", {
        ...at(sessionId, key),
        body: { content: {} },
        bodySerializer: () => `{"content":${text}${rest && `,${rest}`}}`,
        parseAs: "text",
        keepalive: text.length < 50_000,
      }),
    ),
  );
}

/** Begins a draft from what the catalog holds. */
export const startItem = (sessionId: string, body: ItemKey) =>
  answer(api.POST("/sessions/{sessionId}/config-items", { params: { path: { sessionId } }, body }));

export const removeItem = (sessionId: string, key: ItemKey) =>
  answer(api.DELETE("/sessions/{sessionId}/config-items/{kind}/{itemName}", at(sessionId, key)));

/** Writes drafts to the catalog, or says what that would do. */
export const applyItems = (sessionId: string, body: Schemas["ConfigApplication"]) =>
  answer(api.POST("/sessions/{sessionId}/config-items/apply", { params: { path: { sessionId } }, body }));

/** The drafts as the text of a pack. */
export const packOfItems = (sessionId: string): Promise<string> =>
  answer<string>(
    api.GET("/sessions/{sessionId}/config-items/pack", { params: { path: { sessionId } }, parseAs: "text" }),
  );

/** The lists of a pack, by the kinds of drafts. */
const lists: Record<string, "actionTypes" | "tools" | "sessionTemplates" | "workflows"> = {
  "action-types": "actionTypes",
  tools: "tools",
  "session-templates": "sessionTemplates",
  workflows: "workflows",
};

/** What the catalog holds under a draft's name, as packs have it; undefined where it holds nothing of the name. */
export const cataloguedQuery = (key: ItemKey, team: string | undefined, revision: string | undefined) =>
  queryOptions({
    queryKey: ["catalogued", key.kind, key.name, team ?? "", revision ?? ""],
    queryFn: async () => {
      const list = lists[key.kind];
      if (list === undefined) {
        return null;
      }
      const taken = (of: string | undefined) =>
        answer<string>(
          api.GET("/packs/export", {
            params: { query: { [list]: [key.name], ...given({ team: of }) } },
            querySerializer: { array: { style: "form", explode: false } },
            parseAs: "text",
          }),
        );
      const text = await taken(team).catch((error: unknown) => {
        if (team !== undefined && isRefusal(error, "not-found")) {
          return taken(undefined); // the team begins from what everyone has
        }
        throw error;
      });
      const name = key.kind === "workflows" ? "slug" : "name";
      const found = elementsOf(membersOf(text).get(list) ?? "[]");
      return found.find((one) => (JSON.parse(one) as Record<string, unknown>)[name] === key.name) ?? null;
    },
    staleTime: 0,
  });
