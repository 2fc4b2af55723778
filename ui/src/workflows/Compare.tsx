import { ActionIcon, Group, Select, Tooltip } from "@mantine/core";
import { IconArrowsExchange } from "@tabler/icons-react";
import { lazy, Suspense, useMemo } from "react";

import type { Workflow } from "../api/queries/workflows";
import { Notice } from "../components/Notice";
import { Section } from "../components/Page";
import { useUrlStates } from "../lib/urlState";
import { Loading, Trouble } from "../shell/states";
import { ChangeList } from "./ChangeList";
import classes from "./Compare.module.css";
import { useComparison, type Comparison } from "./useComparison";

const FlowDiff = lazy(() => import("../flow-editor/diff/FlowDiff"));

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
      <Group gap="sm" align="end">
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
  const { used, before, after } = comparison;
  const [old, now] = useMemo(() => [JSON.stringify(before), JSON.stringify(after)], [before, after]);
  return (
    <>
      <div className={classes.sides}>
        <Suspense fallback={<Loading />}>
          <FlowDiff before={old} after={now} beforeLabel={`Version ${from}`} afterLabel={`Version ${to}`} />
        </Suspense>
      </div>
      {used.length > 0 && (
        <Section title="Action types and tools">
          <ChangeList changes={used} summary="Each version runs those that it was published with." moved={0} />
        </Section>
      )}
    </>
  );
}
