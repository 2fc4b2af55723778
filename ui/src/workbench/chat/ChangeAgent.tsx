import { t } from "@lingui/core/macro";
import { Button, Modal, Stack } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { enginesQuery } from "../../api/queries/engines";
import { DialogEnd } from "../../components/DialogEnd";
import { useSend } from "../../lib/useSend";
import { EngineChoice, engineOf, modelOf, type Chosen } from "../list/EngineChoice";
import { sessionQuery } from "../queries";
import { useChat, type ChatHost } from "./host";

interface Props {
  change: ChatHost["change"];
  onClose: () => void;
}

/** Asks who is to go on from now on, and with which model. */
export function ChangeAgent({ opened, ...props }: Props & { opened: boolean }) {
  return (
    <Modal opened={opened} onClose={props.onClose} title={t`Change the agent`}>
      <Form {...props} />
    </Modal>
  );
}

function Form({ change: give, onClose }: Props) {
  const client = useQueryClient();
  const { sessionId, teamId, engine: named, model, busy, announce } = useChat();
  const engines = useQuery(enginesQuery(teamId)).data ?? [];
  const [chosen, setChosen] = useState<Chosen>({ engine: named, ...(model ? { model } : {}) });
  const engine = engineOf(engines, chosen);
  const change = useSend({
    mutationFn: async () => engine && give({ engine: engine.name, model: modelOf(engine, chosen) }),
    onSuccess: async () => {
      announce(t`The agent was changed.`);
      await client.invalidateQueries({ queryKey: sessionQuery(sessionId).queryKey });
      onClose();
    },
  });
  return (
    <Stack gap="md">
      <p>
        {busy
          ? t`The agent is at work. Wait until its turn has ended, or interrupt it, to change it.`
          : t`The next message goes to the agent that you choose. It is told what was said so far. Drafts and the conversation stay.`}
      </p>
      <EngineChoice engines={engines} chosen={chosen} onChange={setChosen} />
      <DialogEnd error={change.error}>
        <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
        <Button
          disabled={busy || engine === undefined}
          loading={change.isPending}
          onClick={() => {
            change.mutate();
          }}
        >{t`Change the agent`}</Button>
      </DialogEnd>
    </Stack>
  );
}
