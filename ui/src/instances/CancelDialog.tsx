import { t } from "@lingui/core/macro";
import { Button, Modal, Stack, Text, Textarea } from "@mantine/core";
import { useState } from "react";

import { useCancelInstance } from "../api/queries/instances";
import { DialogEnd } from "../components/DialogEnd";
import { Refused } from "../components/Notice";

interface CancelDialogProps {
  instanceId: string;
  opened: boolean;
  onClose: () => void;
}

/** Asks whether a run is really to be ended. */
export function CancelDialog({ instanceId, opened, onClose }: CancelDialogProps) {
  const [reason, setReason] = useState("");
  const cancel = useCancelInstance(instanceId);
  return (
    <Modal opened={opened} onClose={onClose} title={t`Cancel this instance?`}>
      <Stack gap="md">
        <Text size="md">{t`It ends now, scripts that run are stopped, and open tasks go away. What it collected and its history stay. It can't be taken back.`}</Text>
        <Textarea
          label={t`Why`}
          description={t`Kept in the history.`}
          maxLength={2000}
          autosize
          minRows={2}
          value={reason}
          onChange={(event) => {
            setReason(event.currentTarget.value);
          }}
        />
        <DialogEnd notice={cancel.error && <Refused what={t`It was not cancelled`} error={cancel.error} />}>
          <Button variant="default" onClick={onClose}>{t`Let it go on`}</Button>
          <Button
            color="red"
            loading={cancel.isPending}
            onClick={() => {
              cancel.mutate(reason.trim(), { onSuccess: onClose });
            }}
          >{t`Cancel the instance`}</Button>
        </DialogEnd>
      </Stack>
    </Modal>
  );
}
