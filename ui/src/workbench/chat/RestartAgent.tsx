import { t } from "@lingui/core/macro";
import { Button, Modal, Stack } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";

import { DialogEnd } from "../../components/DialogEnd";
import { useSend } from "../../lib/useSend";
import { restartAgent } from "../calls";
import { sessionQuery } from "../queries";
import { useChat } from "./host";

/** Asks before the agent's process is ended and another is started. */
export function RestartAgent({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const client = useQueryClient();
  const { sessionId, working, words, refresh, announce } = useChat();
  const restart = useSend({
    mutationFn: () => restartAgent(sessionId),
    onSuccess: () => {
      announce(t`The agent was restarted.`);
      refresh();
      void client.invalidateQueries({ queryKey: sessionQuery(sessionId).queryKey });
      onClose();
    },
  });
  return (
    <Modal opened={opened} onClose={onClose} title={t`Restart the agent?`}>
      <Stack gap="md">
        <p>
          {t`Its process ends and another one starts, which is told what was said so far. Drafts and the conversation stay.`}{" "}
          {working && words.restart}
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
