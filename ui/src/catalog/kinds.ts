import type { CatalogKind } from "../api/queries/catalog";

interface KindWords {
  title: string;
  one: string;
  many: string;
  path: string;
  lead: string;
  /** What a new one begins with. */
  blank: string;
}

/** How the kinds of the catalog are called, and where they are. */
export const kinds: Record<CatalogKind, KindWords> = {
  "action-type": {
    title: "Action types",
    one: "action type",
    many: "action types",
    path: "/action-types",
    lead: "Automated work that steps of workflows call.",
    blank:
      '{"name":"","label":"","description":"","mode":"script","inputs":[],"outputs":[],"script":{"language":"node","source":""}}',
  },
  tool: {
    title: "Tools",
    one: "tool",
    many: "tools",
    path: "/tools",
    lead: "Scripts that agents may call by name.",
    blank: '{"name":"","description":"","parameters":{"type":"object","properties":{}},"language":"node","source":""}',
  },
};
