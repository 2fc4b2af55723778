import { Stack } from "@mantine/core";

import { usePersonName } from "../api/queries/access";
import { useVersions, type Workflow } from "../api/queries/workflows";
import { Badge } from "../components/Badge";
import { Moment } from "../components/Moment";
import { Section } from "../components/Page";
import { More, Named, Table, TableSkeleton } from "../components/Table";
import { Trouble } from "../shell/states";
import { Compare } from "./Compare";

/** All versions of a workflow, and how they differ. */
export function Versions({ workflow }: { workflow: Workflow }) {
  const personName = usePersonName();
  const query = useVersions(workflow.id);
  if (query.error && !query.data) {
    return <Trouble error={query.error} retry={() => void query.refetch()} />;
  }
  if (!query.data) {
    return <TableSkeleton rows={3} />;
  }
  const versions = query.data.pages.flatMap(({ items }) => items);
  return (
    <Stack gap="xl">
      <Section title="All versions">
        <Table
          label="Versions"
          rows={versions}
          rowKey={({ id }) => id}
          columns={[
            {
              title: "Version",
              cell: ({ number }) => (
                <Named
                  name={
                    <span>
                      Version {number}{" "}
                      {number === workflow.version && <Badge tone="accent">New instances use this</Badge>}
                    </span>
                  }
                />
              ),
            },
            { title: "Published by", narrow: true, cell: ({ createdBy }) => personName(createdBy) },
            { title: "Published", narrow: true, cell: ({ createdAt }) => <Moment at={createdAt} /> },
          ]}
        />
        <More shown={query.hasNextPage} busy={query.isFetchingNextPage} onMore={() => void query.fetchNextPage()} />
      </Section>
      {versions.length > 1 && <Compare workflowId={workflow.id} versions={versions} />}
    </Stack>
  );
}
