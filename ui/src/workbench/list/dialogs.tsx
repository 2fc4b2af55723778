import { t } from "@lingui/core/macro";
import { Button, Modal, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";

import { answer, api } from "../../api/client";
import { DialogEnd } from "../../components/DialogEnd";
import { RenameDialog } from "../../components/RenameDialog";
import { useSend } from "../../lib/useSend";
import type { Composition } from "../types";

interface Props {
  composition: Composition;
  opened: boolean;
  onClose: () => void;
  onDone?: () => void;
}

/** Asks for another name. */
export function RenameComposition({ composition, opened, onClose }: Props) {
  const client = useQueryClient();
  return (
    <RenameDialog
      opened={opened}
      onClose={onClose}
      title={t`Rename the composition`}
      name={composition.name}
      rename={async (name) => {
        await answer(
          api.PATCH("/compositions/{compositionId}", {
            params: { path: { compositionId: composition.id } },
            body: { name },
          }),
        );
        void client.invalidateQueries({ queryKey: ["compositions"] });
        void client.invalidateQueries({ queryKey: ["composition", composition.id], exact: true });
      }}
    />
  );
}

/** Asks before drafts are discarded. */
export function DeleteComposition({ composition, opened, onClose, onDone }: Props) {
  const client = useQueryClient();
  const remove = useSend({
    mutationFn: () =>
      answer(api.DELETE("/compositions/{compositionId}", { params: { path: { compositionId: composition.id } } })),
    onSuccess: async () => {
      onClose();
      onDone?.();
      await client.invalidateQueries({ queryKey: ["compositions"] });
    },
  });
  return (
    <Modal opened={opened} onClose={onClose} title={t`Delete “${composition.name}”?`}>
      <Stack gap="md">
        <Text size="md">{t`Its drafts, their revisions and the conversation are discarded, and the agent's session ends. What is published stays and goes on running. This can't be undone.`}</Text>
        <DialogEnd error={remove.error}>
          <Button variant="default" onClick={onClose} data-autofocus>{t`Keep it`}</Button>
          <Button
            color="red"
            loading={remove.isPending}
            onClick={() => {
              remove.mutate();
            }}
          >{t`Delete`}</Button>
        </DialogEnd>
      </Stack>
    </Modal>
  );
}
