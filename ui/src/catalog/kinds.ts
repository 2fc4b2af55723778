import type { CatalogKind } from "../api/queries/catalog";

interface KindWords {
  title: string;
  one: string;
  many: string;
  path: string;
  lead: string;
}

/** How the kinds of the catalog are called, and where they are. */
export const kinds: Record<CatalogKind, KindWords> = {
  "action-type": {
    title: "Action types",
    one: "action type",
    many: "action types",
    path: "/action-types",
    lead: "Automated work that steps of workflows call.",
  },
  tool: {
    title: "Tools",
    one: "tool",
    many: "tools",
    path: "/tools",
    lead: "Scripts that agents may call by name.",
  },
};
