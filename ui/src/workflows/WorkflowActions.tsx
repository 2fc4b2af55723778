import { t } from "@lingui/core/macro";
import { Button, Menu } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconDownload, IconPlayerPause, IconPlayerPlay, IconPower, IconVectorBezier2 } from "@tabler/icons-react";
import { useState } from "react";
import { useNavigate } from "react-router";

import { messageOf } from "../api/problem";
import { useMay, useTeams } from "../api/queries/access";
import { exportPack } from "../api/queries/packs";
import { useOpenInWorkbench, useSetActive, type Workflow } from "../api/queries/workflows";
import { ConfirmDialog } from "../components/ConfirmDialog";
import { RowMenu } from "../components/RowMenu";
import { download } from "../lib/download";
import { useSend } from "../lib/useSend";

const tell = (title: string) => (error: unknown) => {
  notifications.show({ color: "red", title, message: messageOf(error) });
};

/** What can be done with a workflow. */
export function WorkflowActions({ workflow, onStart }: { workflow: Workflow; onStart: () => void }) {
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
            onError: tell(t`It was not opened`),
          });
        }}
      >{t`Open in workbench…`}</Button>
      <Button
        disabled={!workflow.isActive}
        title={workflow.isActive ? undefined : t`It is switched off, so nothing starts`}
        leftSection={<IconPlayerPlay size={15} stroke={1.5} />}
        onClick={onStart}
      >{t`Start…`}</Button>
      <MoreActions workflow={workflow} />
    </>
  );
}

function MoreActions({ workflow }: { workflow: Workflow }) {
  const may = useMay("workflow.publish")(workflow.teamId);
  const team = useTeams().data?.items.find(({ id }) => id === workflow.teamId)?.slug;
  const [asking, setAsking] = useState(false);
  const activate = useSetActive(workflow);
  const pack = useSend({ mutationFn: exportPack });
  const close = () => {
    activate.reset();
    setAsking(false);
  };
  return (
    <>
      <RowMenu label={t`More to do with it`} framed>
        <Menu.Item
          leftSection={<IconDownload size={15} stroke={1.5} />}
          onClick={() => {
            pack.mutate(
              { team, workflows: [workflow.slug], actionTypes: [], tools: [], bases: false },
              {
                onSuccess: (text) => {
                  download(`${workflow.slug}-pack.json`, text);
                },
                onError: tell(t`No pack was made`),
              },
            );
          }}
        >{t`Export as a pack`}</Menu.Item>
        {may && workflow.isActive && (
          <Menu.Item
            leftSection={<IconPlayerPause size={15} stroke={1.5} />}
            onClick={() => {
              setAsking(true);
            }}
          >{t`Switch off…`}</Menu.Item>
        )}
        {may && !workflow.isActive && (
          <Menu.Item
            leftSection={<IconPower size={15} stroke={1.5} />}
            onClick={() => {
              activate.mutate(true, { onError: tell(t`It is still switched off`) });
            }}
          >{t`Switch on`}</Menu.Item>
        )}
      </RowMenu>
      <ConfirmDialog
        opened={asking}
        title={t`Switch “${workflow.name}” off?`}
        go={t`Switch it off`}
        stay={t`Leave it on`}
        busy={activate.isPending}
        error={activate.error}
        refused={t`It is still on`}
        onClose={close}
        onGo={() => {
          activate.mutate(false, { onSuccess: close });
        }}
      >{t`Nothing starts it until it is switched on again, by hand or otherwise. Instances that run go on.`}</ConfirmDialog>
    </>
  );
}
