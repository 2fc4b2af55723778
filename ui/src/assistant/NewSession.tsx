import { t } from "@lingui/core/macro";
import { Button, Modal, Select, Stack, Textarea, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";

import { idempotencyKey } from "../api/client";
import { enginesQuery } from "../api/queries/engines";
import { given } from "../api/queries/pages";
import { createSession, sendMessage } from "../api/queries/sessions";
import { nameOf } from "../catalog/content";
import { DialogEnd } from "../components/DialogEnd";
import { textOf } from "../lib/json";
import { useSend } from "../lib/useSend";
import { EngineChoice, engineOf, type Chosen } from "../workbench/list/EngineChoice";
import { meQuery } from "../workbench/queries";
import { useSessionTemplates } from "./templates";

/** Asks what a new session is for, and opens it. */
export function NewSession({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title={t`New session`}>
      {opened && <Form onClose={onClose} />}
    </Modal>
  );
}

function Form({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const teams = useQuery(meQuery).data?.teams ?? [];
  const [name, setName] = useState("");
  const [message, setMessage] = useState("");
  const [team, setTeam] = useState<string | null>(null);
  const [wanted, setWanted] = useState<string>();
  const [chosen, setChosen] = useState<Chosen>({});
  const [key] = useState(idempotencyKey);
  const templates = useSessionTemplates(team ?? undefined);
  const template = templates.find(({ id }) => id === wanted) ?? templates[0];
  const engines = useQuery(enginesQuery(team ?? undefined)).data ?? [];
  const create = useSend({
    mutationFn: async () => {
      const { id } = await createSession(
        given({
          templateId: template?.id,
          name: name.trim(),
          engine: engineOf(engines, chosen)?.name,
          model: chosen.model,
          teamId: team ?? undefined,
        }),
        key,
      );
      if (message.trim()) {
        await sendMessage(id, message.trim(), `${key}-message`);
      }
      return id;
    },
    onSuccess: (id) => {
      void client.invalidateQueries({ queryKey: ["sessions"] });
      return navigate(`/assistant/${id}`);
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate();
      }}
    >
      <Stack gap="md">
        <Select
          label={t`What for`}
          description={textOf(template?.content.description)}
          allowDeselect={false}
          data={templates.map((one) => ({ value: one.id, label: nameOf(one) }))}
          value={template?.id ?? null}
          onChange={(id) => {
            setWanted(id ?? undefined);
          }}
        />
        <TextInput
          label={t`Name`}
          placeholder={template ? nameOf(template) : ""}
          data-autofocus
          maxLength={200}
          value={name}
          onChange={(event) => {
            setName(event.currentTarget.value);
          }}
        />
        <Textarea
          label={t`First message`}
          description={t`Sent to the agent at once. Leave it empty to look around first.`}
          autosize
          minRows={3}
          maxRows={10}
          value={message}
          onChange={(event) => {
            setMessage(event.currentTarget.value);
          }}
        />
        {teams.length > 0 && (
          <Select
            label={t`Team`}
            description={t`Who sees it, and for whom its drafts are applied. Without a team it is yours alone, and drafts are applied for everyone.`}
            placeholder={t`Mine alone`}
            clearable
            data={teams.map((one) => ({ value: one.id, label: one.name }))}
            value={team}
            onChange={(id) => {
              setTeam(id);
              setChosen({}); // another team may have other models and templates
              setWanted(undefined);
            }}
          />
        )}
        <EngineChoice engines={engines} chosen={chosen} onChange={setChosen} />
        <DialogEnd error={create.error}>
          <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" disabled={!template} loading={create.isPending}>{t`Start`}</Button>
        </DialogEnd>
      </Stack>
    </form>
  );
}
