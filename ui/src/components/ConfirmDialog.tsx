import { Button, Modal, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";

import { DialogEnd } from "./DialogEnd";
import { Refused } from "./Notice";

interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  /** What it means to go on. */
  children: ReactNode;
  go: string;
  stay: string;
  busy: boolean;
  /** Why it was refused, if it was, and how that is announced. */
  error: unknown;
  refused: string;
  onGo: () => void;
  onClose: () => void;
}

/** Asks before something that others notice. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, children, go, stay, busy, error, refused, onGo, onClose } = props;
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <Stack gap="md">
        <Text size="md">{children}</Text>
        <DialogEnd notice={error != null && <Refused what={refused} error={error} />}>
          <Button variant="default" onClick={onClose}>
            {stay}
          </Button>
          <Button loading={busy} onClick={onGo}>
            {go}
          </Button>
        </DialogEnd>
      </Stack>
    </Modal>
  );
}
