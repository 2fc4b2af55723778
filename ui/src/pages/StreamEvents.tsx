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
      title="Events"
      lead="What happened elsewhere, in one form whatever system it comes from. Expressions are tried on these."
      actions={
        <Button
          leftSection={<IconPlus size={15} stroke={1.5} />}
          onClick={() => {
            setAdding(true);
          }}
        >
          Add an event…
        </Button>
      }
    >
      <Toolbar>
        <Search label="Only this type, such as issue.created" value={type} onChange={setType} />
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
      <Empty title="No event came yet">Add one by hand, or paste a delivery that GitHub sent to some webhook.</Empty>
    ) : (
      <Empty title={`No event has the type ${settled}`}>Types are compared whole: issue.created, not issue.</Empty>
    );
  }
  return (
    <>
      <Table
        label="Events"
        rows={events}
        rowKey={({ id }) => id}
        columns={[
          {
            title: "Type",
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
          { title: "Source", narrow: true, cell: ({ source }) => source },
          { title: "By", narrow: true, cell: ({ actor }) => actor.displayName ?? (actor.login || "—") },
          { title: "Happened", narrow: true, cell: ({ time }) => <Moment at={time} /> },
        ]}
      />
      <More shown={query.hasNextPage} busy={query.isFetchingNextPage} onMore={() => void query.fetchNextPage()} />
    </>
  );
}
