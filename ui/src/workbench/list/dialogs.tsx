import { t } from "@lingui/core/macro";
import { Button, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { answer, api } from "../../api/client";
import { messageOf } from "../../api/problem";
import { DialogEnd } from "../../components/DialogEnd";
import type { Composition } from "../types";

interface Props {
  composition: Composition;
  opened: boolean;
  onClose: () => void;
  onDone?: () => void;
}

/** Asks for another name. */
export function RenameComposition(props: Props) {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={t`Rename the composition`}>
      {props.opened && <RenameForm {...props} />}
    </Modal>
  );
}

function RenameForm({ composition, onClose }: Props) {
  const client = useQueryClient();
  const [name, setName] = useState(composition.name);
  const rename = useMutation({
    mutationFn: () =>
      answer(
        api.PATCH("/compositions/{compositionId}", {
          params: { path: { compositionId: composition.id } },
          body: { name: name.trim() },
        }),
      ),
    onSuccess: async () => {
      onClose();
      await client.invalidateQueries({ queryKey: ["compositions"] });
      await client.invalidateQueries({ queryKey: ["composition", composition.id], exact: true });
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim()) {
          rename.mutate();
        }
      }}
    >
      <Stack gap="md">
        <TextInput
          label={t`Name`}
          data-autofocus
          maxLength={200}
          value={name}
          onChange={(event) => {
            setName(event.currentTarget.value);
          }}
          error={rename.isError ? messageOf(rename.error) : undefined}
        />
        <DialogEnd>
          <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" disabled={!name.trim()} loading={rename.isPending}>{t`Rename`}</Button>
        </DialogEnd>
      </Stack>
    </form>
  );
}

/** Asks before drafts are discarded. */
export function DeleteComposition({ composition, opened, onClose, onDone }: Props) {
  const client = useQueryClient();
  const remove = useMutation({
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
