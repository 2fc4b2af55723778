import { t } from "@lingui/core/macro";
import { Select } from "@mantine/core";

import type { InstanceStatus } from "../api/queries/instances";
import { useWorkflows } from "../api/queries/workflows";
import { Page } from "../components/Page";
import { Toolbar } from "../components/Toolbar";
import { InstanceList } from "../instances/InstanceList";
import { statuses } from "../instances/StatusBadge";
import { useUrlState } from "../lib/urlState";

/** The list of runs. */
export default function Instances() {
  const workflows = useWorkflows();
  const [status, setStatus] = useUrlState("status");
  const [workflowId, setWorkflowId] = useUrlState("workflow");
  const known = statuses.find(({ value }) => value === status)?.value satisfies InstanceStatus | undefined;
  return (
    <Page title={t`Instances`} lead={t`Every run of a workflow, newest first. The list follows what happens.`}>
      <Toolbar>
        <Select
          aria-label={t`Status`}
          placeholder={t`Any status`}
          w={160}
          clearable
          data={statuses.map(({ value, label }) => ({ value, label }))}
          value={known ?? null}
          onChange={(value) => {
            setStatus(value ?? "");
          }}
        />
        <Select
          aria-label={t`Workflow`}
          placeholder={t`Any workflow`}
          w={260}
          clearable
          searchable
          nothingFoundMessage={t`No workflow has this name`}
          data={(workflows.data?.items ?? []).map(({ id, name, slug }) => ({ value: id, label: `${name} (${slug})` }))}
          value={workflowId || null}
          onChange={(value) => {
            setWorkflowId(value ?? "");
          }}
        />
      </Toolbar>
      <InstanceList filter={{ status: known, workflowId: workflowId || undefined }} />
    </Page>
  );
}
