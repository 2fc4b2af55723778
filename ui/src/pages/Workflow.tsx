import { Button, Tabs } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconPlayerPlay, IconVectorBezier2 } from "@tabler/icons-react";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";

import { messageOf } from "../api/problem";
import { useScopeName } from "../api/queries/access";
import { useOpenInWorkbench, useWorkflow, type Workflow as WorkflowData } from "../api/queries/workflows";
import { Code } from "../components/Code";
import { Facts } from "../components/Facts";
import { Moment } from "../components/Moment";
import { Columns, Page, Section } from "../components/Page";
import { InstanceList } from "../instances/InstanceList";
import { readFlow } from "../lib/document";
import { useUrlState } from "../lib/urlState";
import { Loading, Trouble } from "../shell/states";
import { FlowView } from "../components/FlowView";
import { FieldList } from "../components/fields/FieldList";
import { StartDialog, startInputs } from "../workflows/StartDialog";
import { Versions } from "../workflows/Versions";
import { ActiveBadge } from "../workflows/WorkflowTable";

/** One published workflow. */
export default function Workflow() {
  const { workflowId = "" } = useParams();
  const query = useWorkflow(workflowId);
  if (query.error && !query.data) {
    return <Trouble page error={query.error} retry={() => void query.refetch()} />;
  }
  return query.data ? <Loaded workflow={query.data} /> : <Loading />;
}

function Loaded({ workflow }: { workflow: WorkflowData }) {
  const [tab, setTab] = useUrlState("tab", "document");
  return (
    <Page
      title={workflow.name}
      back={{ to: "/workflows", label: "Workflows" }}
      badges={<ActiveBadge isActive={workflow.isActive} />}
      lead={workflow.description}
      actions={<Actions workflow={workflow} />}
    >
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(value) => {
          setTab(value ?? "document");
        }}
      >
        <Tabs.List aria-label="About this workflow">
          <Tabs.Tab value="document">Steps</Tabs.Tab>
          <Tabs.Tab value="instances">Instances</Tabs.Tab>
          <Tabs.Tab value="versions">Versions</Tabs.Tab>
          <Tabs.Tab value="json">Document</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="document" pt="md">
          <Columns side={<Side workflow={workflow} />}>
            <FlowView document={workflow.document} label={`Steps of ${workflow.name}`} />
          </Columns>
        </Tabs.Panel>
        <Tabs.Panel value="instances" pt="md">
          <InstanceList filter={{ workflowId: workflow.id }} inWorkflow />
        </Tabs.Panel>
        <Tabs.Panel value="versions" pt="md">
          <Versions workflow={workflow} />
        </Tabs.Panel>
        <Tabs.Panel value="json" pt="md">
          <Code tall label="the workflow document" text={JSON.stringify(workflow.document, null, 2)} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

function Side({ workflow }: { workflow: WorkflowData }) {
  const scopeName = useScopeName();
  const { steps } = readFlow(workflow.document);
  return (
    <>
      <Section title="About">
        <Facts
          facts={[
            ["Slug", <code key="slug">{workflow.slug}</code>],
            ["For", scopeName(workflow.teamId)],
            ["Version", `${workflow.version}`],
            ["Steps", `${steps.length}`],
            ["Published", <Moment key="at" at={workflow.updatedAt} />],
          ]}
        />
      </Section>
      <Section title="Starts with">
        <FieldList fields={startInputs(workflow)} none="It asks for nothing to begin with." />
      </Section>
    </>
  );
}

function Actions({ workflow }: { workflow: WorkflowData }) {
  const [starting, setStarting] = useState(false);
  const open = useOpenInWorkbench();
  const navigate = useNavigate();
  return (
    <>
      <Button
        variant="default"
        loading={open.isPending}
        leftSection={<IconVectorBezier2 size={15} stroke={1.5} />}
        onClick={() => {
          open.mutate(workflow, {
            onSuccess: ({ id }) => void navigate(`/workbench/${id}`),
            onError: (error) => {
              notifications.show({ color: "red", title: "It was not opened", message: messageOf(error) });
            },
          });
        }}
      >
        Open in workbench…
      </Button>
      <Button
        disabled={!workflow.isActive}
        leftSection={<IconPlayerPlay size={15} stroke={1.5} />}
        onClick={() => {
          setStarting(true);
        }}
      >
        Start…
      </Button>
      <StartDialog
        workflow={workflow}
        opened={starting}
        onClose={() => {
          setStarting(false);
        }}
        onStarted={(id) => void navigate(`/instances/${id}`)}
      />
    </>
  );
}
