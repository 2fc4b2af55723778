import { t } from "@lingui/core/macro";
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
    label: newest - i === workflow.version ? t`${newest - i}, current` : `${newest - i}`,
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
    <Section title={t`Compare`}>
      <Group gap="sm" align="end">
        {select(t`From version`, "from", from)}
        <Tooltip label={t`Swap`}>
          <ActionIcon
            size={30}
            aria-label={t`Swap both versions`}
            onClick={() => {
              change({ from: to, to: from });
            }}
          >
            <IconArrowsExchange size={16} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
        {select(t`To version`, "to", to)}
      </Group>
      {from === to ? (
        <Notice tone="plain" title={t`Choose two different versions`} />
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
          <FlowDiff before={old} after={now} beforeLabel={t`Version ${from}`} afterLabel={t`Version ${to}`} />
        </Suspense>
      </div>
      {used.length > 0 && (
        <Section title={t`Action types and tools`}>
          <ChangeList changes={used} summary={t`Each version runs those that it was published with.`} moved={0} />
        </Section>
      )}
    </>
  );
}
