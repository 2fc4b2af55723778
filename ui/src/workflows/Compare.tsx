import { ActionIcon, Group, Select, Tooltip } from "@mantine/core";
import { IconArrowsExchange } from "@tabler/icons-react";

import type { Workflow } from "../api/queries/workflows";
import { FlowView } from "../components/FlowView";
import { Notice } from "../components/Notice";
import { Section } from "../components/Page";
import { useUrlStates } from "../lib/urlState";
import { Loading, Trouble } from "../shell/states";
import { ChangeList } from "./ChangeList";
import { useComparison, type Comparison } from "./useComparison";

/** Any two versions side by side: what one has that the other has not. */
export function Compare({ workflow }: { workflow: Workflow }) {
  const newest = workflow.newestVersion;
  const [{ from, to }, change] = useUrlStates({ from: `${newest - 1}`, to: `${newest}` });
  const choices = Array.from({ length: newest }, (_, i) => ({
    value: `${newest - i}`,
    label: newest - i === workflow.version ? `${newest - i}, current` : `${newest - i}`,
  }));
  const select = (label: string, name: "from" | "to", value: string) => (
    <Select
      label={label}
      w={140}
      searchable
      data={choices}
      value={value}
      allowDeselect={false}
      onChange={(chosen) => {
        change({ [name]: chosen ?? value });
      }}
    />
  );
  return (
    <Section title="Compare">
      <Group gap="sm" align="end" id="compare">
        {select("From version", "from", from)}
        <Tooltip label="Swap">
          <ActionIcon
            size={30}
            aria-label="Swap both versions"
            onClick={() => {
              change({ from: to, to: from });
            }}
          >
            <IconArrowsExchange size={16} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
        {select("To version", "to", to)}
      </Group>
      {from === to ? (
        <Notice tone="plain" title="Choose two different versions" />
      ) : (
        <Difference workflowId={workflow.id} from={Number(from)} to={Number(to)} />
      )}
    </Section>
  );
}

function Difference({ workflowId, from, to }: { workflowId: string; from: number; to: number }) {
  const { comparison, error } = useComparison(workflowId, from, to);
  if (error) {
    return <Trouble error={error} />;
  }
  return comparison ? <Differences comparison={comparison} from={from} to={to} /> : <Loading />;
}

function Differences({ comparison, from, to }: { comparison: Comparison; from: number; to: number }) {
  const { document, used, before, after } = comparison;
  return (
    <>
      {document ? (
        <ChangeList changes={[...document.changes, ...used]} summary={document.summary} moved={document.moved} />
      ) : (
        <Notice tone="warn" title="The documents differ in more than steps and edges">
          That can&apos;t be told change by change; both are drawn one upon the other below.
        </Notice>
      )}
      <FlowView document={after} before={before} label={`Version ${to}, with what differs from version ${from}`} />
    </>
  );
}
