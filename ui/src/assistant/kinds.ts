import { t } from "@lingui/core/macro";
import { IconBolt, IconFileText, IconMessages, IconSitemap, IconTool, type Icon } from "@tabler/icons-react";

import type { CatalogKind } from "../api/queries/catalog";
import type { ItemKey } from "../api/queries/configItems";
import { isObject, textOf } from "../lib/json";

/** A kind of drafts, as unpacked packs name it, in words of the person's world. */
export interface ItemKind {
  kind: string;
  many: string;
  one: string;
  icon: Icon;
  /** What the catalog calls it, where it has a form for it. */
  form?: CatalogKind;
}

export const itemKinds: readonly ItemKind[] = [
  { kind: "workflows", many: t`Workflows`, one: t`Workflow`, icon: IconSitemap },
  { kind: "action-types", many: t`Action types`, one: t`Action type`, icon: IconBolt, form: "action-type" },
  { kind: "tools", many: t`Tools`, one: t`Tool`, icon: IconTool, form: "tool" },
  {
    kind: "session-templates",
    many: t`Session templates`,
    one: t`Session template`,
    icon: IconMessages,
    form: "session-template",
  },
];

/** The kind of that name; a kind that the page does not know is called by its name. */
export const itemKind = (kind: string): ItemKind =>
  itemKinds.find((one) => one.kind === kind) ?? { kind, many: kind, one: kind, icon: IconFileText };

/** Drafts by their kinds, in the order in which the page shows kinds. */
export function grouped<T extends ItemKey>(items: readonly T[]): { kind: ItemKind; items: T[] }[] {
  const known = itemKinds.map(({ kind }) => kind);
  const others = [...new Set(items.map(({ kind }) => kind))].filter((kind) => !known.includes(kind));
  return [...known, ...others]
    .map((kind) => ({ kind: itemKind(kind), items: items.filter((item) => item.kind === kind) }))
    .filter((group) => group.items.length > 0);
}

/** The name that a draft's content gives itself. */
export function ownName(kind: string, text: string): string {
  const value: unknown = JSON.parse(text);
  return isObject(value) ? textOf(kind === "workflows" ? value.slug : value.name) : "";
}
