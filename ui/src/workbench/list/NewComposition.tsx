import { t } from "@lingui/core/macro";
import { Button, Modal, Select, Stack, Textarea, TextInput } from "@mantine/core";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useNavigate } from "react-router";

import { answer, api, idempotencyKey } from "../../api/client";
import { DialogEnd } from "../../components/DialogEnd";
import { enginesQuery } from "../../api/queries/engines";
import { useSend } from "../../lib/useSend";
import { meQuery } from "../queries";
import { EngineChoice, engineOf, modelOf, type Chosen } from "./EngineChoice";
import type { Engine } from "./engines";
import classes from "./NewComposition.module.css";
import { TemplateChoice } from "./TemplateChoice";

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

/** What is seldom needed. */
function More({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="subtle"
        size="compact-xs"
        className={classes.more ?? ""}
        aria-expanded={opened}
        leftSection={opened ? <IconChevronDown size={14} stroke={1.5} /> : <IconChevronRight size={14} stroke={1.5} />}
        onClick={() => {
          setOpened(!opened);
        }}
      >{t`More`}</Button>
      {opened && children}
    </>
  );
}

/** Who composes, as the server is told: what is shown. */
function agentOf(engines: readonly Engine[], chosen: Chosen, attach: boolean) {
  const engine = attach ? undefined : engineOf(engines, chosen);
  const model = engine ? modelOf(engine, chosen) : "";
  return { ...(engine ? { engine: engine.name } : {}), ...(model === "" ? {} : { model }) };
}

function Form({ onClose, attach }: Omit<Props, "opened">) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const teams = useQuery(meQuery).data?.teams ?? [];
  const [name, setName] = useState("");
  const [goal, setGoal] = useState("");
  const [team, setTeam] = useState<string | null>(null);
  const engines = useQuery(enginesQuery(team ?? undefined)).data ?? [];
  const [chosen, setChosen] = useState<Chosen>({});
  const [templateId, setTemplateId] = useState<string>();
  const [key] = useState(idempotencyKey);
  const create = useSend({
    mutationFn: async () => {
      const composition = await answer(
        api.POST("/compositions", {
          params: { header: { "Idempotency-Key": key } },
          body: {
            name: name.trim(),
            ...(team ? { teamId: team } : {}),
            ...agentOf(engines, chosen, attach),
            ...(templateId ? { templateId } : {}),
          },
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
        {teams.length > 0 && (
          <Select
            label={t`Team`}
            description={t`Who may see and edit it.`}
            placeholder={t`Everyone`}
            clearable
            data={teams.map((team) => ({ value: team.id, label: team.name }))}
            value={team}
            onChange={(id) => {
              setTeam(id);
              setChosen({}); // another team may have other models and templates
              setTemplateId(undefined);
            }}
          />
        )}
        {!attach && <EngineChoice engines={engines} chosen={chosen} onChange={setChosen} />}
        {!attach && (
          <More>
            <TemplateChoice
              teamId={team ?? undefined}
              value={templateId}
              onChange={(id, agent) => {
                setTemplateId(id);
                setChosen(agent);
              }}
            />
          </More>
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
