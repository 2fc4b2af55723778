import { t } from "@lingui/core/macro";
import { Button, Checkbox, Modal, Stack } from "@mantine/core";
import { useState } from "react";

import { useTeams } from "../api/queries/access";
import { useCatalog } from "../api/queries/catalog";
import { exportPack } from "../api/queries/packs";
import { useWorkflows } from "../api/queries/workflows";
import { DialogEnd } from "../components/DialogEnd";
import { Refused } from "../components/Notice";
import { useSend } from "../lib/useSend";
import { Loading, Trouble } from "../shell/states";
import { Choice } from "./Choice";
import { download } from "../lib/download";
import { ScopeSelect } from "./ScopeSelect";

/** Takes out a pack of what is published. */
export function ExportDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title={t`Export a pack`} size="lg">
      <ExportForm onClose={onClose} />
    </Modal>
  );
}

interface Chosen {
  workflows: string[];
  actionTypes: string[];
  tools: string[];
}

const nothing: Chosen = { workflows: [], actionTypes: [], tools: [] };

function ExportForm({ onClose }: { onClose: () => void }) {
  const [team, setTeam] = useState<string>();
  const [chosen, setChosen] = useState(nothing);
  const [bases, setBases] = useState(false);
  const teams = useTeams();
  const lists = [useWorkflows(), useCatalog("action-type"), useCatalog("tool")] as const;
  const make = useSend({ mutationFn: exportPack });
  const error = lists.find((list) => list.error && !list.data)?.error;
  if (error) {
    return <Trouble error={error} />;
  }
  const [workflows, actionTypes, tools] = lists.map((list) => list.data);
  if (!workflows || !actionTypes || !tools) {
    return <Loading />;
  }
  const teamId = teams.data?.items.find(({ slug }) => slug === team)?.id;
  const inScope = <T extends { teamId?: string }>(items: T[]) => items.filter((item) => item.teamId === teamId);
  const choose = (part: Partial<Chosen>) => {
    setChosen((now) => ({ ...now, ...part }));
  };
  const count = chosen.workflows.length + chosen.actionTypes.length + chosen.tools.length;
  return (
    <Stack gap="md">
      <ScopeSelect
        value={team}
        onChange={(slug) => {
          setTeam(slug);
          setChosen(nothing);
        }}
      />
      <p>{t`With nothing chosen, everything is in the pack. What is chosen brings along what it needs.`}</p>
      <Choice
        title={t`Workflows`}
        options={inScope(lists[0].data?.items ?? []).map(({ slug, name }) => ({ value: slug, label: name }))}
        value={chosen.workflows}
        onChange={(names) => {
          choose({ workflows: names });
        }}
      />
      <Choice
        title={t`Action types`}
        options={inScope(lists[1].data?.items ?? []).map(({ name }) => ({ value: name, label: name }))}
        value={chosen.actionTypes}
        onChange={(names) => {
          choose({ actionTypes: names });
        }}
      />
      <Choice
        title={t`Tools`}
        options={inScope(lists[2].data?.items ?? []).map(({ name }) => ({ value: name, label: name }))}
        value={chosen.tools}
        onChange={(names) => {
          choose({ tools: names });
        }}
      />
      <Checkbox
        label={t`Note the content revisions`}
        description={t`Then importing it after others changed the same things is a conflict instead of an overwrite.`}
        checked={bases}
        onChange={(event) => {
          setBases(event.currentTarget.checked);
        }}
      />
      <DialogEnd notice={make.error && <Refused what={t`No pack was made`} error={make.error} />}>
        <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
        <Button
          loading={make.isPending}
          onClick={() => {
            make.mutate(
              { ...chosen, team, bases },
              {
                onSuccess: (text) => {
                  download(`${team ?? "heddle"}-pack.json`, text);
                  onClose();
                },
              },
            );
          }}
        >
          {count === 0 ? t`Export everything` : t`Export what is chosen`}
        </Button>
      </DialogEnd>
    </Stack>
  );
}
