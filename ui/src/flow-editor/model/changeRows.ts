import { t } from "@lingui/core/macro";

import { type DocumentDiff, type ElementChange, type Fate } from "./diff";
import type { WorkflowDocument } from "./document";
import { edgeTitle } from "./words";

/** One changed thing, in a list. */
export interface ChangeRow {
  key: string;
  title: string;
  kind: "node" | "edge" | "workflow";
  /** Undefined for the workflow itself. */
  id: string | undefined;
  fate: Fate;
  change: ElementChange;
}

export const fateWords: Record<Fate, string> = { added: "new", changed: "changed", removed: "removed" };

/** What a diff changes, one by one: the workflow itself, then steps, then edges, each by what became of it. */
export function changeRows(diff: DocumentDiff, before: WorkflowDocument, after: WorkflowDocument): ChangeRow[] {
  const order: Fate[] = ["added", "changed", "removed"];
  const rows = (kind: "node" | "edge", changes: DocumentDiff["nodes"]): ChangeRow[] =>
    order.flatMap((fate) =>
      [...changes]
        .filter(([, change]) => change.fate === fate)
        .map(([id, change]) => {
          const shown = fate === "removed" ? before : after;
          const edge = kind === "edge" ? shown.edge(id) : undefined;
          const title = kind === "node" ? shown.titleOf(id) : edge ? edgeTitle(edge, shown) : id;
          return { key: `${kind} ${id}`, title, kind, id, fate, change };
        }),
    );
  const workflow: ChangeRow[] =
    diff.workflow.length === 0
      ? []
      : [
          {
            key: "workflow",
            title: t`The workflow`,
            kind: "workflow",
            id: undefined,
            fate: "changed",
            change: { fate: "changed", fields: diff.workflow },
          },
        ];
  return [...workflow, ...rows("node", diff.nodes), ...rows("edge", diff.edges)];
}
