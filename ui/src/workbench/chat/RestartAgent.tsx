import { t } from "@lingui/core/macro";
import { Button, Modal, Stack } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { DialogEnd } from "../../components/DialogEnd";
import { restartAgent } from "../calls";
import { useWorkbench } from "../context";
import { sessionQuery } from "../queries";

/** Asks before the agent's process is ended and another is started. */
export function RestartAgent({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const client = useQueryClient();
  const { composition, controller } = useWorkbench();
  const restart = useMutation({
    mutationFn: () => restartAgent(composition.sessionId),
    onSuccess: () => {
      controller.announce(t`The agent was restarted.`);
      controller.refresh();
      void client.invalidateQueries({ queryKey: sessionQuery(composition.sessionId).queryKey });
      onClose();
    },
  });
  return (
    <Modal opened={opened} onClose={onClose} title={t`Restart the agent?`}>
      <Stack gap="md">
        <p>
          {t`Its process ends and another one starts, which is told what was said so far. Drafts and the conversation stay.`}{" "}
          {composition.turnState === "ai-working" &&
            t`The turn that it works on is broken off; what it saved so far stays, and can be undone.`}
        </p>
        <DialogEnd error={restart.error}>
          <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
          <Button
            data-autofocus
            loading={restart.isPending}
            onClick={() => {
              restart.mutate();
            }}
          >{t`Restart agent`}</Button>
        </DialogEnd>
      </Stack>
    </Modal>
  );
}
