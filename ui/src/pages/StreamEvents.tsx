import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { Link, useNavigate } from "react-router";

import { useStreamEvents } from "../api/queries/streamEvents";
import { Moment } from "../components/Moment";
import { Page } from "../components/Page";
import { Search } from "../components/Search";
import { More, Named, stretch, Table, TableSkeleton } from "../components/Table";
import { Toolbar } from "../components/Toolbar";
import { useUrlState } from "../lib/urlState";
import { Empty, Trouble } from "../shell/states";
import { TakeInDialog } from "../streamEvents/TakeInDialog";

/** The list of what happened elsewhere. */
export default function StreamEvents() {
  const [adding, setAdding] = useState(false);
  const [type, setType] = useUrlState("type");
  const navigate = useNavigate();
  return (
    <Page
      title={t`Events`}
      lead={t`What happened elsewhere, in one form whatever system it comes from. Expressions are tried on these.`}
      actions={
        <Button
          leftSection={<IconPlus size={15} stroke={1.5} />}
          onClick={() => {
            setAdding(true);
          }}
        >{t`Add an event…`}</Button>
      }
    >
      <Toolbar>
        <Search label={t`Only this type, such as issue.created`} value={type} onChange={setType} />
      </Toolbar>
      <List type={type.trim()} />
      <TakeInDialog
        opened={adding}
        onClose={() => {
          setAdding(false);
        }}
        onTaken={(id) => void navigate(`/events/${id}`)}
      />
    </Page>
  );
}

function List({ type }: { type: string }) {
  const [settled] = useDebouncedValue(type, 250);
  const query = useStreamEvents({ type: settled || undefined });
  if (query.error && !query.data) {
    return <Trouble error={query.error} retry={() => void query.refetch()} />;
  }
  if (!query.data) {
    return <TableSkeleton />;
  }
  const events = query.data.pages.flatMap(({ items }) => items);
  if (events.length === 0) {
    return settled === "" ? (
      <Empty
        title={t`No event came yet`}
      >{t`Add one by hand, or paste a delivery that GitHub sent to some webhook.`}</Empty>
    ) : (
      <Empty
        title={t`No event has the type ${settled}`}
      >{t`Types are compared whole: issue.created, not issue.`}</Empty>
    );
  }
  return (
    <>
      <Table
        label={t`Events`}
        rows={events}
        rowKey={({ id }) => id}
        columns={[
          {
            title: t`Type`,
            cell: ({ id, type: name, ref }) => (
              <Named
                name={
                  <Link className={stretch} to={`/events/${id}`}>
                    {name}
                  </Link>
                }
                below={ref}
              />
            ),
          },
          { title: t`Source`, narrow: true, cell: ({ source }) => source },
          { title: t`By`, narrow: true, cell: ({ actor }) => actor.displayName ?? (actor.login || "—") },
          { title: t`Happened`, narrow: true, cell: ({ time }) => <Moment at={time} /> },
        ]}
      />
      <More shown={query.hasNextPage} busy={query.isFetchingNextPage} onMore={() => void query.fetchNextPage()} />
    </>
  );
}
