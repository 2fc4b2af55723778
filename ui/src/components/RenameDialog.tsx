import { t } from "@lingui/core/macro";
import { Button, Modal, Stack, TextInput } from "@mantine/core";
import { useState } from "react";

import { messageOf } from "../api/problem";
import { useSend } from "../lib/useSend";
import { DialogEnd } from "./DialogEnd";

interface Props {
  opened: boolean;
  title: string;
  name: string;
  /** Gives it the name; what is refused is told beside the field. */
  rename: (name: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for another name. */
export function RenameDialog(props: Props) {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={props.title}>
      {props.opened && <RenameForm {...props} />}
    </Modal>
  );
}

function RenameForm({ name: before, rename, onClose }: Props) {
  const [name, setName] = useState(before);
  const send = useSend({ mutationFn: () => rename(name.trim()), onSuccess: onClose });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim()) {
          send.mutate();
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
          error={send.isError ? messageOf(send.error) : undefined}
        />
        <DialogEnd>
          <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" disabled={!name.trim()} loading={send.isPending}>{t`Rename`}</Button>
        </DialogEnd>
      </Stack>
    </form>
  );
}
