import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "react-router";

import { useInstances, type InstanceFilter } from "../api/queries/instances";
import { Moment } from "../components/Moment";
import { Person } from "../components/Person";
import { More, Named, stretch, Table, TableSkeleton, type Column } from "../components/Table";
import { Empty, Trouble } from "../shell/states";
import { useLiveInstances } from "./live";
import { StatusBadge } from "./StatusBadge";
import type { Instance } from "../api/queries/instances";
import { between } from "../lib/format";

interface InstanceListProps {
  filter: InstanceFilter;
  /** The list stands on the page of a workflow, which needs not be named in each row. */
  inWorkflow?: boolean;
}

/** Runs, newest first, as they happen. */
export function InstanceList({ filter, inWorkflow = false }: InstanceListProps) {
  useLiveInstances();
  const query = useInstances(filter);
  if (query.error && !query.data) {
    return <Trouble error={query.error} retry={() => void query.refetch()} />;
  }
  if (!query.data) {
    return <TableSkeleton />;
  }
  const instances = query.data.pages.flatMap(({ items }) => items);
  if (instances.length === 0) {
    return <NoInstances filter={filter} inWorkflow={inWorkflow} />;
  }
  const columns: Column<Instance>[] = [
    {
      title: t`Instance`,
      cell: ({ id, workflowName, version }) => (
        <Named
          name={
            <Link className={stretch} to={`/instances/${id}`}>
              {inWorkflow ? shortId(id) : (workflowName ?? t`A workflow that is gone`)}
            </Link>
          }
          below={inWorkflow ? t`Version ${version}` : t`${shortId(id)} · version ${version}`}
        />
      ),
    },
    { title: t`Status`, narrow: true, cell: ({ status }) => <StatusBadge status={status} /> },
    { title: t`Started`, narrow: true, cell: ({ startedAt }) => <Moment at={startedAt} /> },
    { title: t`Started by`, narrow: true, cell: ({ startedBy }) => <Person id={startedBy} /> },
    { title: t`Took`, narrow: true, cell: ({ startedAt, endedAt }) => (endedAt ? between(startedAt, endedAt) : "—") },
    { title: t`Last moved`, narrow: true, cell: ({ updatedAt }) => <Moment at={updatedAt} /> },
  ];
  return (
    <>
      <Table label={t`Instances`} rows={instances} rowKey={({ id }) => id} columns={columns} />
      <More shown={query.hasNextPage} busy={query.isFetchingNextPage} onMore={() => void query.fetchNextPage()} />
    </>
  );
}

/** The end of an id, which tells runs of the same time apart. */
export const shortId = (id: string): string => `#${id.slice(-8)}`;

function NoInstances({ filter, inWorkflow }: { filter: InstanceFilter; inWorkflow: boolean }) {
  if (filter.status !== undefined || (filter.workflowId !== undefined && !inWorkflow)) {
    return <Empty title={t`No instance is like this`}>{t`Choose another status or workflow.`}</Empty>;
  }
  return (
    <Empty title={t`Nothing has run yet`}>
      {inWorkflow ? (
        t`Start it with the button above.`
      ) : (
        <>
          <Trans>
            Open one of <Link to="/workflows">the workflows</Link> and start it.
          </Trans>
        </>
      )}
    </Empty>
  );
}
