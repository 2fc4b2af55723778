import { Group, Select } from "@mantine/core";

import { isRefusal } from "../api/problem";
import { useDocumentDiff, useVersion, type WorkflowVersion } from "../api/queries/workflows";
import { Notice } from "../components/Notice";
import { FlowView } from "../components/FlowView";
import { Section } from "../components/Page";
import { isObject } from "../lib/json";
import { useUrlState } from "../lib/urlState";
import { Loading, Trouble } from "../shell/states";
import { ChangeList } from "./ChangeList";
import { changesOf, namedChanges } from "./changes";

/** Two versions side by side: what one has that the other has not. */
export function Compare({ workflowId, versions }: { workflowId: string; versions: WorkflowVersion[] }) {
  const [from, setFrom] = useUrlState("from", `${versions[1]?.number ?? ""}`);
  const [to, setTo] = useUrlState("to", `${versions[0]?.number ?? ""}`);
  const choices = versions.map(({ number }) => ({ value: `${number}`, label: `Version ${number}` }));
  return (
    <Section title="Compare">
      <Group gap="sm" align="end">
        <Select
          label="From"
          w={140}
          data={choices}
          value={from}
          allowDeselect={false}
          onChange={(value) => {
            setFrom(value ?? from);
          }}
        />
        <Select
          label="To"
          w={140}
          data={choices}
          value={to}
          allowDeselect={false}
          onChange={(value) => {
            setTo(value ?? to);
          }}
        />
      </Group>
      {from === to ? (
        <Notice tone="plain" title="Choose two different versions" />
      ) : (
        <Difference workflowId={workflowId} from={Number(from)} to={Number(to)} />
      )}
    </Section>
  );
}

function Difference({ workflowId, from, to }: { workflowId: string; from: number; to: number }) {
  const before = useVersion(workflowId, from);
  const after = useVersion(workflowId, to);
  const [old, now] = [before.data?.snapshot, after.data?.snapshot];
  const diff = useDocumentDiff(old?.document, now?.document, [workflowId, from, to]);
  const error = before.error ?? after.error;
  if (error) {
    return <Trouble error={error} />;
  }
  if (isRefusal(diff.error, "not-expressible")) {
    return (
      <Notice tone="warn" title="The documents differ in more than steps and edges">
        {diff.error.message}
      </Notice>
    );
  }
  if (diff.error) {
    return <Trouble error={diff.error} retry={() => void diff.refetch()} />;
  }
  if (!old || !now || !diff.data) {
    return <Loading />;
  }
  const [oldDocument, nowDocument] = [old.document, now.document];
  const changes = [
    ...(isObject(oldDocument) && isObject(nowDocument) ? changesOf(diff.data.changeSet, oldDocument, nowDocument) : []),
    ...namedChanges("Action type", old.actionTypes, now.actionTypes),
    ...namedChanges("Tool", old.tools, now.tools),
  ];
  return (
    <>
      <ChangeList changes={changes} summary={diff.data.summary} moved={diff.data.cosmetic.length} />
      <FlowView
        document={nowDocument}
        before={oldDocument}
        label={`Version ${to}, with what differs from version ${from}`}
      />
    </>
  );
}
