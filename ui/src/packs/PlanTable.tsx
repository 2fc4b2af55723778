import { t } from "@lingui/core/macro";

import type { PlannedItem } from "../api/queries/packs";
import { Badge, type Tone } from "../components/Badge";
import { Named, Table } from "../components/Table";
import { changeWord, kindWord, notesOf } from "./plan";

const tones: Record<string, Tone> = { create: "ok", update: "accent", conflict: "bad" };

/** What an import would do, item by item. */
export function PlanTable({ items }: { items: PlannedItem[] }) {
  return (
    <Table
      label={t`What would happen`}
      rows={items}
      rowKey={({ type, name }) => `${type}/${name}`}
      columns={[
        { title: t`Item`, narrow: true, cell: ({ type, name }) => <Named name={name} below={kindWord(type)} /> },
        {
          title: t`Will be`,
          narrow: true,
          cell: (item) => <Badge tone={tones[item.change] ?? "plain"}>{changeWord(item)}</Badge>,
        },
        {
          title: t`To know`,
          cell: (item) => notesOf(item).map((note) => <div key={note}>{note}</div>),
        },
      ]}
    />
  );
}
