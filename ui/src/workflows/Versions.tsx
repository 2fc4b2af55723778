import { t } from "@lingui/core/macro";
import { Menu, Stack } from "@mantine/core";
import { IconArrowsDiff, IconCircleCheck, IconEye, IconPlayerPlay } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router";

import { useMay } from "../api/queries/access";
import { useVersions, type Workflow } from "../api/queries/workflows";
import { Badge } from "../components/Badge";
import { Moment } from "../components/Moment";
import { Section } from "../components/Page";
import { Person } from "../components/Person";
import { RowMenu } from "../components/RowMenu";
import { More, Named, Table, TableSkeleton } from "../components/Table";
import { Trouble } from "../shell/states";
import { Compare } from "./Compare";
import { MakeCurrentDialog } from "./MakeCurrentDialog";
import { WhatChanged } from "./WhatChanged";

interface VersionsProps {
  workflow: Workflow;
  onStart: (version: number) => void;
}

/** All versions of a workflow, what can be done with each, and how they differ. */
export function Versions({ workflow, onStart }: VersionsProps) {
  const [making, setMaking] = useState<number>();
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
      <Section title={t`All versions`}>
        <Table
          label={t`Versions`}
          rows={versions}
          rowKey={({ id }) => id}
          columns={[
            {
              title: t`Version`,
              cell: ({ number }) => (
                <Named
                  name={
                    <span>
                      {t`Version ${number}`}{" "}
                      {number === workflow.version && <Badge tone="accent">{t`New instances use this`}</Badge>}
                    </span>
                  }
                  below={<WhatChanged workflowId={workflow.id} number={number} />}
                />
              ),
            },
            { title: t`Published by`, narrow: true, cell: ({ createdBy }) => <Person id={createdBy} /> },
            { title: t`Published`, narrow: true, cell: ({ createdAt }) => <Moment at={createdAt} /> },
            {
              title: t`More`,
              untitled: true,
              narrow: true,
              cell: ({ number }) => (
                <VersionMenu workflow={workflow} number={number} onStart={onStart} onMakeCurrent={setMaking} />
              ),
            },
          ]}
        />
        <More shown={query.hasNextPage} busy={query.isFetchingNextPage} onMore={() => void query.fetchNextPage()} />
      </Section>
      {workflow.newestVersion > 1 && <Compare workflow={workflow} />}
      <MakeCurrentDialog
        workflow={workflow}
        number={making}
        onClose={() => {
          setMaking(undefined);
        }}
      />
    </Stack>
  );
}

interface VersionMenuProps extends VersionsProps {
  number: number;
  onMakeCurrent: (number: number) => void;
}

function VersionMenu({ workflow, number, onStart, onMakeCurrent }: VersionMenuProps) {
  const may = useMay("workflow.publish")(workflow.teamId);
  const isCurrent = number === workflow.version;
  const other = isCurrent ? number - 1 : workflow.version;
  return (
    <RowMenu label={t`More to do with version ${number}`}>
      <Menu.Item
        component={Link}
        to={`?version=${number}`}
        leftSection={<IconEye size={15} stroke={1.5} />}
      >{t`Show its steps`}</Menu.Item>
      {other > 0 && (
        <Menu.Item
          component={Link}
          to={`?tab=versions&from=${other}&to=${number}`}
          leftSection={<IconArrowsDiff size={15} stroke={1.5} />}
        >{t`Compare with ${isCurrent ? t`the one before` : t`the current one`}`}</Menu.Item>
      )}
      <Menu.Item
        disabled={!workflow.isActive}
        leftSection={<IconPlayerPlay size={15} stroke={1.5} />}
        onClick={() => {
          onStart(number);
        }}
      >{t`Start this version…`}</Menu.Item>
      {may && !isCurrent && (
        <Menu.Item
          leftSection={<IconCircleCheck size={15} stroke={1.5} />}
          onClick={() => {
            onMakeCurrent(number);
          }}
        >{t`Make it current…`}</Menu.Item>
      )}
    </RowMenu>
  );
}
