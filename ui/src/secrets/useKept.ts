import { useCatalog } from "../api/queries/catalog";
import type { Kept } from "./users";

/** All that may name a secret; nothing until it is here as a whole. */
export function useKept(): Kept[] | undefined {
  const actionTypes = useCatalog("action-type").data?.items;
  const tools = useCatalog("tool").data?.items;
  const providers = useCatalog("provider").data?.items;
  const templates = useCatalog("session-template").data?.items;
  if (!actionTypes || !tools || !providers || !templates) {
    return undefined;
  }
  return [
    ...providers.map((object) => ({ kind: "provider" as const, object })),
    ...actionTypes.map((object) => ({ kind: "action-type" as const, object })),
    ...tools.map((object) => ({ kind: "tool" as const, object })),
    ...templates.map((object) => ({ kind: "session-template" as const, object })),
  ];
}
