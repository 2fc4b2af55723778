import { t } from "@lingui/core/macro";
import { Button, Checkbox, Modal, PasswordInput, Select, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";

import { useMay, useTeams } from "../api/queries/access";
import { useSecrets, useSetSecret } from "../api/queries/secrets";
import { DialogEnd } from "../components/DialogEnd";
import { nameTrouble, valueTrouble } from "./rules";

interface SecretDialogProps {
  opened: boolean;
  /** The secret that gets a value; a new one if it is empty or absent. */
  name?: string | undefined;
  /** What a new one may be called. */
  suggestion?: string;
  teamId?: string | undefined;
  /** The team is chosen here. */
  anyTeam?: boolean;
  /** It has a value, which is replaced. */
  replaces?: boolean;
  onClose: () => void;
  onSet?: (name: string) => void;
}

/** Asks for the value of a secret. It goes to the server and is shown nowhere again. */
export function SecretDialog(props: SecretDialogProps) {
  const { opened, name = "", replaces = false, onClose } = props;
  const title = replaces ? t`Replace the value of ${name}` : name === "" ? t`Set a secret` : t`Set ${name}`;
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <Form {...props} />
    </Modal>
  );
}

function Form({ name: given = "", suggestion, teamId: team, anyTeam, replaces, onClose, onSet }: SecretDialogProps) {
  const [name, setName] = useState(given || (suggestion ?? ""));
  const may = useMay("secret.manage");
  const teams = useTeams().data?.items ?? [];
  const [chosen, setTeamId] = useState(team);
  // Who may not set secrets for everyone sets those of a team.
  const teamId = chosen ?? (may(undefined) ? undefined : teams.find(({ id }) => may(id))?.id);
  const [value, setValue] = useState("");
  const [lines, setLines] = useState(false);
  const [tried, setTried] = useState(false);
  const secrets = useSecrets();
  const set = useSetSecret();
  const taken =
    given === "" && secrets.data?.items.some((secret) => secret.name === name && secret.teamId === teamId) === true;
  const troubles = { name: nameTrouble(name), value: valueTrouble(value) };
  const submit = () => {
    setTried(true);
    if (troubles.name === undefined && troubles.value === undefined && !set.isPending) {
      set.mutate(
        { name, teamId, value },
        {
          onSuccess: () => {
            onSet?.(name);
            onClose();
          },
        },
      );
    }
  };
  const valueProps = {
    label: replaces ? t`New value` : t`Value`,
    description: t`It is stored sealed, and nobody can read it here again. Keep it elsewhere too if you need it.`,
    error: tried ? troubles.value : undefined,
    autoComplete: "off",
    "data-autofocus": given !== "",
    value,
    onChange: (event: { currentTarget: { value: string } }) => {
      set.reset();
      setValue(event.currentTarget.value);
    },
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="md">
        {replaces && <Text size="md">{t`Runs that begin from now on get the new value. The old one is gone.`}</Text>}
        {given === "" && (
          <TextInput
            label={t`Name`}
            description={t`Scripts get the value in a variable of this name.`}
            error={tried ? troubles.name : undefined}
            data-autofocus
            maxLength={64}
            value={name}
            onChange={(event) => {
              set.reset();
              setName(event.currentTarget.value);
            }}
          />
        )}
        {anyTeam && given === "" && <Scope teamId={teamId} onChange={setTeamId} />}
        {taken && (
          <Text size="sm" c="var(--hd-warn)" role="status">
            {t`There is a secret of this name. Its value is replaced.`}
          </Text>
        )}
        {lines ? (
          <Textarea {...valueProps} minRows={4} maxRows={12} autosize spellCheck={false} />
        ) : (
          <PasswordInput
            {...valueProps}
            size="xs"
            visibilityToggleButtonProps={{ "aria-label": t`Show what you type` }}
          />
        )}
        <Checkbox
          label={t`It has several lines`}
          checked={lines}
          onChange={(event) => {
            setLines(event.currentTarget.checked);
          }}
        />
        <DialogEnd error={set.error}>
          <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" loading={set.isPending}>
            {replaces ? t`Replace the value` : t`Set the secret`}
          </Button>
        </DialogEnd>
      </Stack>
    </form>
  );
}

interface ScopeProps {
  teamId: string | undefined;
  onChange: (teamId: string | undefined) => void;
}

/** Whose runs get it. Nothing to choose where there are no teams. */
function Scope({ teamId, onChange }: ScopeProps) {
  const teams = useTeams().data?.items ?? [];
  const may = useMay("secret.manage");
  const choices = [
    ...(may(undefined) ? [{ value: "", label: t`Everyone` }] : []),
    ...teams.filter(({ id }) => may(id)).map(({ id, name }) => ({ value: id, label: name })),
  ];
  return choices.length < 2 ? null : (
    <Select
      label={t`For`}
      description={t`A team's own secret goes before one for everyone that has the same name.`}
      allowDeselect={false}
      data={choices}
      value={teamId ?? ""}
      onChange={(id) => {
        onChange(id === "" ? undefined : (id ?? undefined));
      }}
    />
  );
}
