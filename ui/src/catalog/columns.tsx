import { plural, t } from "@lingui/core/macro";

import type { CatalogKind, CatalogObject } from "../api/queries/catalog";
import type { Column } from "../components/Table";
import { listOf, textOf } from "../lib/json";
import { modelName, modelsOf } from "../providers/models";
import { serviceOf } from "../providers/services";
import { capabilityLabel } from "../templates/capabilities";
import { languageOf } from "./content";

const known: Column<CatalogObject> = {
  title: t`Known as`,
  narrow: true,
  sortBy: ({ name }) => name,
  cell: ({ name }) => <code>{name}</code>,
};

const language: Column<CatalogObject> = {
  title: t`Language`,
  narrow: true,
  sortBy: ({ content }) => languageOf(content),
  cell: ({ content }) => languageOf(content) || "—",
};

const serviceName = ({ content }: CatalogObject): string =>
  serviceOf(textOf(content.kind), textOf(content.baseUrl))?.label ?? textOf(content.kind);

const providers: Column<CatalogObject>[] = [
  {
    title: t`Service`,
    sortBy: serviceName,
    cell: (object) => serviceName(object),
  },
  {
    title: t`Models`,
    cell: ({ content }) => modelsIn(modelsOf(content).map((model) => textOf(model.label) || modelName(model))),
  },
  {
    title: t`Key`,
    narrow: true,
    sortBy: ({ content }) => textOf(content.secret),
    cell: ({ content }) => (textOf(content.secret) === "" ? t`none` : <code>{textOf(content.secret)}</code>),
  },
];

const abilities: Column<CatalogObject> = {
  title: t`Can`,
  cell: ({ content }) =>
    listOf(content.capabilities)
      .map((one) => capabilityLabel(textOf(one)))
      .join(", ") || t`Talk`,
};

const shown = 3;

function modelsIn(names: string[]): string {
  const more = names.length - shown;
  const first = names.slice(0, shown).join(", ");
  return more > 0 ? t`${first} and ${plural(more, { one: "# more", other: "# more" })}` : first;
}

/** What a list of the kind tells besides names and scopes. */
export const columnsOf: Record<CatalogKind, Column<CatalogObject>[]> = {
  "action-type": [known, language],
  tool: [known, language],
  provider: providers,
  "session-template": [known, abilities],
};
