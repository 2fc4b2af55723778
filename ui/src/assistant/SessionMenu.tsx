import { t } from "@lingui/core/macro";
import { Menu } from "@mantine/core";
import { IconDownload, IconPencil, IconTrash } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { deleteSession, sessionName, updateSession, type Session } from "../api/queries/sessions";
import { ConfirmDialog } from "../components/ConfirmDialog";
import { RenameDialog } from "../components/RenameDialog";
import { RowMenu } from "../components/RowMenu";
import { useSend } from "../lib/useSend";
import { sessionQuery } from "../workbench/queries";

interface Props {
  session: Session;
  label: string;
  onDeleted?: () => void;
  /** Hands out the drafts, where there are some. */
  onDownload?: () => void;
}

/** What can be done with a session as a whole. */
export function SessionMenu({ session, label, onDeleted, onDownload }: Props) {
  const client = useQueryClient();
  const [dialog, setDialog] = useState<"rename" | "delete">();
  const close = () => {
    setDialog(undefined);
  };
  const remove = useSend({
    mutationFn: () => deleteSession(session.id),
    onSuccess: () => {
      close();
      onDeleted?.();
      return client.invalidateQueries({ queryKey: ["sessions"] });
    },
  });
  return (
    <>
      <RowMenu label={label}>
        <Menu.Item
          leftSection={<IconPencil size={15} stroke={1.5} />}
          onClick={() => {
            setDialog("rename");
          }}
        >{t`Rename…`}</Menu.Item>
        {onDownload && (
          <Menu.Item
            leftSection={<IconDownload size={15} stroke={1.5} />}
            onClick={onDownload}
          >{t`Download the drafts as a pack`}</Menu.Item>
        )}
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={15} stroke={1.5} />}
          onClick={() => {
            setDialog("delete");
          }}
        >{t`Delete…`}</Menu.Item>
      </RowMenu>
      <RenameDialog
        opened={dialog === "rename"}
        onClose={close}
        title={t`Rename the session`}
        name={sessionName(session)}
        rename={async (name) => {
          const renamed = await updateSession(session.id, { name });
          client.setQueryData(sessionQuery(session.id).queryKey, renamed);
          void client.invalidateQueries({ queryKey: ["sessions"] });
        }}
      />
      <ConfirmDialog
        opened={dialog === "delete"}
        onClose={close}
        title={t`Delete “${sessionName(session)}”?`}
        go={t`Delete`}
        stay={t`Keep it`}
        busy={remove.isPending}
        error={remove.error}
        refused={t`It was not deleted`}
        onGo={() => {
          remove.mutate();
        }}
      >{t`Its conversation and its drafts are discarded, and its agent ends. What was applied stays in the catalog. This can't be undone.`}</ConfirmDialog>
    </>
  );
}
