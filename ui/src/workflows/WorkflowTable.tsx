import { t } from "@lingui/core/macro";
import { Link } from "react-router";

import { useScopeName } from "../api/queries/access";
import type { Workflow } from "../api/queries/workflows";
import { Badge } from "../components/Badge";
import { Moment } from "../components/Moment";
import { Named, stretch, Table } from "../components/Table";

/** The published workflows. */
export function WorkflowTable({ workflows }: { workflows: Workflow[] }) {
  const scopeName = useScopeName();
  return (
    <Table
      label={t`Workflows`}
      rows={workflows}
      rowKey={({ id }) => id}
      columns={[
        {
          title: t`Name`,
          sortBy: ({ name }) => name,
          cell: ({ id, name, description }) => (
            <Named
              name={
                <Link className={stretch} to={`/workflows/${id}`}>
                  {name}
                </Link>
              }
              below={description}
            />
          ),
        },
        { title: t`Slug`, narrow: true, sortBy: ({ slug }) => slug, cell: ({ slug }) => <code>{slug}</code> },
        {
          title: t`For`,
          narrow: true,
          sortBy: ({ teamId }) => scopeName(teamId),
          cell: ({ teamId }) => scopeName(teamId),
        },
        { title: t`Version`, narrow: true, cell: ({ version }) => version },
        {
          title: t`State`,
          narrow: true,
          sortBy: ({ isActive }) => (isActive ? "0" : "1"),
          cell: ({ isActive }) => <ActiveBadge isActive={isActive} />,
        },
        {
          title: t`Last changed`,
          narrow: true,
          sortBy: ({ updatedAt }) => `${Date.parse(updatedAt)}`,
          cell: ({ updatedAt }) => <Moment at={updatedAt} />,
        },
      ]}
    />
  );
}

/** Whether a workflow starts anything. */
export function ActiveBadge({ isActive }: { isActive: boolean }) {
  return isActive ? <Badge tone="ok" dot>{t`Active`}</Badge> : <Badge dot>{t`Switched off`}</Badge>;
}
