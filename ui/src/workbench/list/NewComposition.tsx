import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, Modal, Select, Stack, Textarea, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";

import { answer, api, idempotencyKey } from "../../api/client";
import { DialogEnd } from "../../components/DialogEnd";
import { enginesQuery, meQuery } from "../queries";
import classes from "./NewComposition.module.css";

interface Props {
  opened: boolean;
  onClose: () => void;
  /** Ask for an agent of one's own right after. */
  attach: boolean;
}

/** Asks what a new composition is about, and opens it. */
export function NewComposition({ opened, onClose, attach }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title={attach ? t`What should your agent build?` : t`New composition`}>
      {opened && <Form onClose={onClose} attach={attach} />}
    </Modal>
  );
}

function Form({ onClose, attach }: Omit<Props, "opened">) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const teams = useQuery(meQuery).data?.teams ?? [];
  const [name, setName] = useState("");
  const [goal, setGoal] = useState("");
  const engines = useQuery(enginesQuery).data ?? [];
  const [engine, setEngine] = useState<string | null>(null);
  const [team, setTeam] = useState<string | null>(null);
  const [key] = useState(idempotencyKey);
  const create = useMutation({
    mutationFn: async () => {
      const composition = await answer(
        api.POST("/compositions", {
          params: { header: { "Idempotency-Key": key } },
          body: { name: name.trim(), ...(team ? { teamId: team } : {}), ...(engine ? { engine } : {}) },
        }),
      );
      if (goal.trim() && !attach) {
        await answer(
          api.POST("/compositions/{compositionId}/messages", {
            params: { path: { compositionId: composition.id }, header: { "Idempotency-Key": `${key}-goal` } },
            body: { message: goal.trim() },
          }),
        );
      }
      return composition.id;
    },
    onSuccess: (id) => {
      void client.invalidateQueries({ queryKey: ["compositions"] });
      return navigate(`/workbench/${id}${attach ? "?attach=1" : ""}`);
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim()) {
          create.mutate();
        }
      }}
    >
      <Stack gap="md">
        <TextInput
          label={t`Name`}
          placeholder={t`Expense claims`}
          data-autofocus
          maxLength={200}
          value={name}
          onChange={(event) => {
            setName(event.currentTarget.value);
          }}
        />
        {!attach && (
          <Textarea
            label={t`Goal`}
            description={t`Sent to the agent as the first message. Leave it empty to begin by yourself.`}
            autosize
            minRows={3}
            maxRows={10}
            value={goal}
            onChange={(event) => {
              setGoal(event.currentTarget.value);
            }}
          />
        )}
        {!attach && engines.length > 1 && (
          <Select
            label={t`Agent`}
            description={(engines.find((one) => one.name === engine) ?? engines[0])?.description}
            allowDeselect={false}
            data={engines.map((one) => ({ value: one.name, label: one.label }))}
            value={engine ?? engines[0]?.name ?? null}
            onChange={setEngine}
          />
        )}
        {!attach && engines.length === 1 && engines[0]?.scripted && (
          <p className={classes.note}>
            <Trans>
              The agent is the <strong>{engines[0].label}</strong>. {engines[0].description}
            </Trans>
          </p>
        )}
        {teams.length > 0 && (
          <Select
            label={t`Team`}
            description={t`Who may see and edit it.`}
            placeholder={t`Everyone`}
            clearable
            data={teams.map((team) => ({ value: team.id, label: team.name }))}
            value={team}
            onChange={setTeam}
          />
        )}
        <DialogEnd error={create.error}>
          <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" disabled={!name.trim()} loading={create.isPending}>
            {attach ? t`Next: connect the agent` : t`Create`}
          </Button>
        </DialogEnd>
      </Stack>
    </form>
  );
}
