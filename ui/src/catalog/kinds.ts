import { plural, t } from "@lingui/core/macro";

import type { CatalogKind } from "../api/queries/catalog";

interface KindWords {
  title: string;
  one: string;
  many: string;
  counted: (count: number) => string;
  path: string;
  lead: string;
  /** What a new one begins with. */
  blank: string;
}

/** How the kinds of the catalog are called, and where they are. */
export const kinds: Record<CatalogKind, KindWords> = {
  "action-type": {
    title: t`Action types`,
    one: t`action type`,
    many: t`action types`,
    counted: (count) => plural(count, { one: "# action type", other: "# action types" }),
    path: "/action-types",
    lead: t`Automated work that steps of workflows call.`,
    blank:
      '{"name":"","label":"","description":"","mode":"script","inputs":[],"outputs":[],"script":{"language":"node","source":""}}',
  },
  tool: {
    title: t`Tools`,
    one: t`tool`,
    many: t`tools`,
    counted: (count) => plural(count, { one: "# tool", other: "# tools" }),
    path: "/tools",
    lead: t`Scripts that agents may call by name.`,
    blank: '{"name":"","description":"","parameters":{"type":"object","properties":{}},"language":"node","source":""}',
  },
};
