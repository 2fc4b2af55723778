import { t } from "@lingui/core/macro";
import { Button, Tabs } from "@mantine/core";
import { useMemo, useState } from "react";
import { Link, useParams } from "react-router";

import { useMay } from "../api/queries/access";
import { useHistory, useInstance, type Instance as InstanceData } from "../api/queries/instances";
import { useVersion, useWorkflow } from "../api/queries/workflows";
import { Facts } from "../components/Facts";
import { FlowView } from "../components/FlowView";
import { Moment } from "../components/Moment";
import { Person } from "../components/Person";
import { Columns, Page, Section } from "../components/Page";
import { JsonTree } from "../components/tree/JsonTree";
import { Attempts } from "../instances/Attempts";
import { CancelDialog } from "../instances/CancelDialog";
import { FailureNotice } from "../instances/FailureNotice";
import { History } from "../instances/History";
import { shortId } from "../instances/InstanceList";
import { useLiveInstances } from "../instances/live";
import { Names, pathOf } from "../instances/path";
import { StatusBadge } from "../instances/StatusBadge";
import { TaskCard } from "../instances/TaskCard";
import { readFlow } from "../lib/document";
import { between } from "../lib/format";
import { useUrlState } from "../lib/urlState";
import { Loading, Trouble } from "../shell/states";

/** One run: where it stands, what happened, and what it waits for. */
export default function Instance() {
  const { instanceId = "" } = useParams();
  useLiveInstances(instanceId);
  const query = useInstance(instanceId);
  if (query.error && !query.data) {
    return (
      <Trouble
        page
        back={{ to: "/instances", label: t`Go to the instances` }}
        error={query.error}
        retry={() => void query.refetch()}
      />
    );
  }
  return query.data ? <Loaded instance={query.data} /> : <Loading />;
}

const isOpen = (instance: InstanceData): boolean => !["completed", "cancelled"].includes(instance.status);

function Loaded({ instance }: { instance: InstanceData }) {
  const [cancelling, setCancelling] = useState(false);
  const workflow = useWorkflow(instance.workflowId);
  const may = useMay("instance.manage")(workflow.data?.teamId);
  return (
    <Page
      title={instance.workflowName ?? t`An instance`}
      back={{ to: "/instances", label: t`Instances` }}
      badges={
        <span role="status" aria-live="polite">
          <StatusBadge status={instance.status} />
        </span>
      }
      lead={t`Instance ${shortId(instance.id)}`}
      actions={
        isOpen(instance) &&
        may && (
          <Button
            variant="default"
            onClick={() => {
              setCancelling(true);
            }}
          >{t`Cancel…`}</Button>
        )
      }
    >
      <Content instance={instance} />
      <CancelDialog
        instanceId={instance.id}
        opened={cancelling}
        onClose={() => {
          setCancelling(false);
        }}
      />
    </Page>
  );
}

function Content({ instance }: { instance: InstanceData }) {
  const version = useVersion(instance.workflowId, instance.version);
  const names = new Names(readFlow(version.data?.snapshot?.document));
  return (
    <Columns side={<Side instance={instance} names={names} />}>
      {instance.failure && <FailureNotice failure={instance.failure} names={names} />}
      {instance.tasks?.map((task) => (
        <TaskCard key={task.activationId} instanceId={instance.id} task={task} />
      ))}
      <Details instance={instance} names={names} document={version.data?.snapshot?.document} />
    </Columns>
  );
}

const nothing = {};

interface DetailsProps {
  instance: InstanceData;
  names: Names;
  document: unknown;
}

function Details({ instance, names, document }: DetailsProps) {
  const [tab, setTab] = useUrlState("tab", "path");
  const history = useHistory(instance.id);
  const path = useMemo(() => history.data && pathOf(history.data, instance), [history.data, instance]);
  if (history.error && !history.data) {
    return <Trouble error={history.error} retry={() => void history.refetch()} />;
  }
  if (!history.data || !path) {
    return <Loading />;
  }
  return (
    <Tabs
      value={tab}
      keepMounted={false}
      onChange={(value) => {
        setTab(value ?? "path");
      }}
    >
      <Tabs.List aria-label={t`About this instance`}>
        <Tabs.Tab value="path">{t`Path`}</Tabs.Tab>
        <Tabs.Tab value="history">{t`History`}</Tabs.Tab>
        <Tabs.Tab value="actions">{t`Actions`}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="path" pt="md">
        {document === undefined ? (
          <Loading />
        ) : (
          <FlowView document={document} label={t`Path of this instance`} marks={path} />
        )}
      </Tabs.Panel>
      <Tabs.Panel value="history" pt="md">
        <History entries={history.data} names={names} context={instance.context ?? nothing} />
      </Tabs.Panel>
      <Tabs.Panel value="actions" pt="md">
        <Attempts instanceId={instance.id} names={names} ended={instance.endedAt !== undefined} />
      </Tabs.Panel>
    </Tabs>
  );
}

function Side({ instance, names }: { instance: InstanceData; names: Names }) {
  const active = isOpen(instance) ? (instance.activeBranches ?? []) : [];
  return (
    <>
      <Section title={t`About`}>
        <Facts
          facts={[
            [
              t`Workflow`,
              <Link key="workflow" to={`/workflows/${instance.workflowId}`}>
                {instance.workflowName ?? t`Show`}
              </Link>,
            ],
            [t`Version`, `${instance.version}`],
            [t`Started`, <Moment key="started" at={instance.startedAt} />],
            [t`Started by`, <Person key="by" id={instance.startedBy} />],
            [t`Now at`, active.map(({ nodeId }) => names.step(nodeId)).join(", ")],
            [t`Took`, instance.endedAt && between(instance.startedAt, instance.endedAt)],
          ]}
        />
      </Section>
      <Section title={t`Data`}>
        <JsonTree value={instance.context ?? {}} />
      </Section>
    </>
  );
}
