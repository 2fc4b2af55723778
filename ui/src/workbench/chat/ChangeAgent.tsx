import { t } from "@lingui/core/macro";
import { Button, Modal, Stack } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { answer, api } from "../../api/client";
import { enginesQuery } from "../../api/queries/engines";
import { DialogEnd } from "../../components/DialogEnd";
import { useWorkbench } from "../context";
import { EngineChoice, engineOf, modelOf, type Chosen } from "../list/EngineChoice";
import { compositionQuery, sessionQuery } from "../queries";

/** Asks who is to compose from now on, and with which model. */
export function ChangeAgent({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title={t`Change the agent`}>
      <Form onClose={onClose} />
    </Modal>
  );
}

function Form({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const { composition, controller } = useWorkbench();
  const engines = useQuery(enginesQuery(composition.teamId)).data ?? [];
  const [chosen, setChosen] = useState<Chosen>({
    engine: composition.engine,
    ...(composition.model ? { model: composition.model } : {}),
  });
  const engine = engineOf(engines, chosen);
  const busy = composition.turnState !== "idle";
  const change = useMutation({
    mutationFn: () =>
      answer(
        api.PATCH("/compositions/{compositionId}", {
          params: { path: { compositionId: composition.id } },
          body: engine ? { engine: engine.name, model: modelOf(engine, chosen) } : {},
        }),
      ),
    onSuccess: async () => {
      controller.announce(t`The agent was changed.`);
      await Promise.all([
        client.invalidateQueries({ queryKey: compositionQuery(composition.id).queryKey, exact: true }),
        client.invalidateQueries({ queryKey: sessionQuery(composition.sessionId).queryKey }),
      ]);
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
