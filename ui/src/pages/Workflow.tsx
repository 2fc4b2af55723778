import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Stack, Tabs } from "@mantine/core";
import { useEffect, useState, type ReactNode } from "react";
import { Link, useNavigate, useParams } from "react-router";

import { useScopeName } from "../api/queries/access";
import { useVersion, useWorkflow, type Workflow as WorkflowData } from "../api/queries/workflows";
import { Badge } from "../components/Badge";
import { Code } from "../components/Code";
import { Facts } from "../components/Facts";
import { FieldList } from "../components/fields/FieldList";
import { FlowView } from "../components/FlowView";
import { Moment } from "../components/Moment";
import { Notice } from "../components/Notice";
import { Columns, Page, Section } from "../components/Page";
import { InstanceList } from "../instances/InstanceList";
import { readFlow } from "../lib/document";
import { useUrlState } from "../lib/urlState";
import { Loading, Trouble } from "../shell/states";
import { useLiveWorkflows } from "../workflows/live";
import { StartDialog, startInputs } from "../workflows/StartDialog";
import { Versions } from "../workflows/Versions";
import { WorkflowActions } from "../workflows/WorkflowActions";
import { ActiveBadge } from "../workflows/WorkflowTable";

/** One published workflow. */
export default function Workflow() {
  const { workflowId = "" } = useParams();
  useLiveWorkflows(workflowId);
  const query = useWorkflow(workflowId);
  if (query.error && !query.data) {
    return (
      <Trouble
        page
        back={{ to: "/workflows", label: t`Go to the workflows` }}
        error={query.error}
        retry={() => void query.refetch()}
      />
    );
  }
  return query.data ? <Loaded workflow={query.data} /> : <Loading />;
}

function Loaded({ workflow }: { workflow: WorkflowData }) {
  const [tab, setTab] = useUrlState("tab", "document");
  const [starting, setStarting] = useStart(workflow.isActive);
  const navigate = useNavigate();
  return (
    <Page
      title={workflow.name}
      back={{ to: "/workflows", label: t`Workflows` }}
      badges={
        <span role="status" aria-live="polite">
          <ActiveBadge isActive={workflow.isActive} />{" "}
          {workflow.version !== workflow.newestVersion && (
            <Badge tone="warn">{t`Version ${workflow.version} of ${workflow.newestVersion} is current`}</Badge>
          )}
        </span>
      }
      lead={workflow.description}
      actions={
        <WorkflowActions
          workflow={workflow}
          onStart={() => {
            setStarting({});
          }}
        />
      }
    >
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(value) => {
          setTab(value ?? "document");
        }}
      >
        <Tabs.List aria-label={t`About this workflow`}>
          <Tabs.Tab value="document">{t`Steps`}</Tabs.Tab>
          <Tabs.Tab value="instances">{t`Instances`}</Tabs.Tab>
          <Tabs.Tab value="versions">{t`Versions`}</Tabs.Tab>
          <Tabs.Tab value="json">{t`Document`}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="document" pt="md">
          <Shown workflow={workflow}>
            {(document, version) => (
              <Columns side={<Side workflow={workflow} document={document} version={version} />}>
                <FlowView document={document} label={t`Steps of ${workflow.name}`} />
              </Columns>
            )}
          </Shown>
        </Tabs.Panel>
        <Tabs.Panel value="instances" pt="md">
          <InstanceList filter={{ workflowId: workflow.id }} inWorkflow />
        </Tabs.Panel>
        <Tabs.Panel value="versions" pt="md">
          <Versions
            workflow={workflow}
            onStart={(version) => {
              setStarting({ version });
            }}
          />
        </Tabs.Panel>
        <Tabs.Panel value="json" pt="md">
          <Shown workflow={workflow}>
            {(document) => <Code tall label={t`the workflow document`} text={JSON.stringify(document, null, 2)} />}
          </Shown>
        </Tabs.Panel>
      </Tabs>
      <StartDialog
        workflow={workflow}
        version={starting?.version}
        opened={starting !== undefined}
        onClose={() => {
          setStarting(undefined);
        }}
        onStarted={(id) => void navigate(`/instances/${id}`)}
      />
    </Page>
  );
}

interface Start {
  version?: number;
}

/** What is to be started; a link with `start` asks for that, once: the way back does not ask again. */
function useStart(isActive: boolean): [start: Start | undefined, set: (start: Start | undefined) => void] {
  const [asked, setAsked] = useUrlState("start");
  const [starting, setStarting] = useState<Start | undefined>(asked !== "" && isActive ? {} : undefined);
  useEffect(() => {
    if (asked !== "") {
      setAsked("");
    }
  });
  return [starting, setStarting];
}

interface ShownProps {
  workflow: WorkflowData;
  children: (document: unknown, version: number) => ReactNode;
}

/** The document of the version that the address names, or else of the current one. */
function Shown({ workflow, children }: ShownProps) {
  const [chosen, choose] = useUrlState("version");
  const number = Number(chosen);
  const other = Number.isInteger(number) && number > 0 && number !== workflow.version;
  const query = useVersion(workflow.id, other ? number : undefined);
  if (!other) {
    return children(workflow.document, workflow.version);
  }
  if (query.error) {
    return <Trouble error={query.error} retry={() => void query.refetch()} />;
  }
  if (!query.data) {
    return <Loading />;
  }
  return (
    <Stack gap="lg">
      <Notice tone="warn" title={t`This is version ${number}`}>
        <span>
          <Trans>
            New instances run version {workflow.version}.{" "}
            <Link
              to="?"
              onClick={(event) => {
                event.preventDefault();
                choose("");
              }}
            >
              Show that
            </Link>
          </Trans>
        </span>
      </Notice>
      {children(query.data.snapshot?.document, number)}
    </Stack>
  );
}

interface SideProps {
  workflow: WorkflowData;
  document: unknown;
  version: number;
}

function Side({ workflow, document, version }: SideProps) {
  const scopeName = useScopeName();
  const { steps } = readFlow(document);
  return (
    <>
      <Section title={t`About`}>
        <Facts
          facts={[
            [t`Slug`, <code key="slug">{workflow.slug}</code>],
            [t`For`, scopeName(workflow.teamId)],
            [t`Version`, `${version}`],
            [t`Steps`, `${steps.length}`],
            [t`Last changed`, <Moment key="at" at={workflow.updatedAt} />],
          ]}
        />
      </Section>
      <Section title={t`Starts with`}>
        <FieldList fields={startInputs(document)} none={t`It asks for nothing to begin with.`} />
      </Section>
    </>
  );
}
