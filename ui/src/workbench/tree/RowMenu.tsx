import { t } from "@lingui/core/macro";
import { ActionIcon, Button, Menu, Modal, Stack } from "@mantine/core";
import { IconDots, IconPlayerPlay, IconTrash } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { answer, api } from "../../api/client";
import { DialogEnd } from "../../components/DialogEnd";
import { useSend } from "../../lib/useSend";
import { useWorkbench } from "../context";
import { draftsQuery } from "../queries";
import type { Draft } from "../types";
import classes from "./Tree.module.css";

/** What can be done with an action type or a tool. */
export function RowMenu({ draft, disabled }: { draft: Draft; disabled: boolean }) {
  const { test } = useWorkbench();
  const [removing, setRemoving] = useState(false);
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <ActionIcon size="sm" className={classes.menu ?? ""} aria-label={t`Actions for ${draft.name}`}>
            <IconDots size={14} stroke={1.5} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconPlayerPlay size={15} stroke={1.5} />}
            onClick={() => {
              test(draft);
            }}
          >{t`Test…`}</Menu.Item>
          <Menu.Item
            color="red"
            disabled={disabled}
            leftSection={<IconTrash size={15} stroke={1.5} />}
            onClick={() => {
              setRemoving(true);
            }}
          >{t`Remove from the composition…`}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <RemoveDraft
        draft={draft}
        opened={removing}
        onClose={() => {
          setRemoving(false);
        }}
      />
    </>
  );
}

function RemoveDraft({ draft, opened, onClose }: { draft: Draft; opened: boolean; onClose: () => void }) {
  const client = useQueryClient();
  const { close } = useWorkbench();
  const remove = useSend({
    mutationFn: () =>
      answer(
        api.DELETE("/compositions/{compositionId}/items/{itemId}", {
          params: { path: { compositionId: draft.compositionId, itemId: draft.id } },
        }),
      ),
    onSuccess: () => {
      onClose();
      close(draft.id);
      void client.invalidateQueries({ queryKey: draftsQuery(draft.compositionId).queryKey });
    },
  });
  return (
    <Modal opened={opened} onClose={onClose} title={t`Remove the draft of ${draft.name}?`}>
      <Stack gap="md">
        <p>{t`The draft leaves this composition, with its revisions. ${draft.publishedAt ? t`What is published of it stays.` : t`It was never published, so nothing of it is left.`}`}</p>
        <DialogEnd error={remove.error}>
          <Button variant="default" data-autofocus onClick={onClose}>{t`Keep it`}</Button>
          <Button
            color="red"
            loading={remove.isPending}
            onClick={() => {
              remove.mutate();
            }}
          >{t`Remove`}</Button>
        </DialogEnd>
      </Stack>
    </Modal>
  );
}
