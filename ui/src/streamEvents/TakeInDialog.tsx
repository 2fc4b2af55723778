import { t } from "@lingui/core/macro";
import { Button, Modal, SegmentedControl, Stack, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";

import { useTakeInEvent } from "../api/queries/streamEvents";
import { DialogEnd } from "../components/DialogEnd";
import { Refused } from "../components/Notice";
import { composeGitHub, composeManual, type Composed } from "./compose";

interface TakeInDialogProps {
  opened: boolean;
  onClose: () => void;
  onTaken: (eventId: string) => void;
}

/** Takes in an event: one made by hand, or a delivery that GitHub sent somewhere. */
export function TakeInDialog({ opened, onClose, onTaken }: TakeInDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={t`Add an event`} size="lg">
      <TakeInForm onClose={onClose} onTaken={onTaken} />
    </Modal>
  );
}

type Kind = "manual" | "github";

const blank = { type: "", ref: "", actor: "", payload: "", event: "", body: "" };
type Entered = typeof blank;

function TakeInForm({ onClose, onTaken }: Omit<TakeInDialogProps, "opened">) {
  const [kind, setKind] = useState<Kind>("manual");
  const [entered, setEntered] = useState(blank);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const take = useTakeInEvent();

  const input = (name: keyof Entered, label: string, description: string) => ({
    label,
    description,
    value: entered[name],
    error: errors[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => {
      setEntered((now) => ({ ...now, [name]: value }));
      setErrors({});
    },
  });
  const send = () => {
    const composed: Composed = kind === "manual" ? composeManual(entered) : composeGitHub(entered.event, entered.body);
    if ("errors" in composed) {
      setErrors(composed.errors);
      return;
    }
    take.mutate(composed.body, {
      onSuccess: ({ id }) => {
        onTaken(id);
      },
    });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Stack gap="md">
        <SegmentedControl
          aria-label={t`Kind of event`}
          data={[
            { value: "manual", label: t`By hand` },
            { value: "github", label: t`A GitHub delivery` },
          ]}
          value={kind}
          onChange={(value) => {
            setErrors({});
            take.reset();
            setKind(value);
          }}
        />
        {kind === "manual" ? <Manual input={input} /> : <GitHub input={input} />}
        <DialogEnd
          notice={
            take.error && (
              <Refused what={t`The event was not added; what you entered is still here`} error={take.error} />
            )
          }
        >
          <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" loading={take.isPending}>{t`Add the event`}</Button>
        </DialogEnd>
      </Stack>
    </form>
  );
}

interface InputProps {
  label: string;
  description: string;
  value: string;
  error: string | undefined;
  onChange: (event: { currentTarget: { value: string } }) => void;
}

interface PartProps {
  input: (name: keyof Entered, label: string, description: string) => InputProps;
}

const mono = { input: { fontFamily: "var(--hd-mono)" } };

function Manual({ input }: PartProps) {
  return (
    <>
      <TextInput
        required
        {...input("type", t`Type`, t`Lower-case words with dots between them, such as issue.created.`)}
      />
      <TextInput {...input("ref", t`Thread`, t`The URL of what it belongs to.`)} />
      <TextInput {...input("actor", t`Who did it`, t`A login.`)} />
      <Textarea
        rows={8}
        spellCheck={false}
        attributes={{ input: { dir: "ltr" } }}
        styles={mono}
        {...input("payload", t`Payload`, t`A JSON object.`)}
      />
    </>
  );
}

function GitHub({ input }: PartProps) {
  return (
    <>
      <TextInput required {...input("event", t`Event`, t`The header X-GitHub-Event, such as issues.`)} />
      <Textarea
        required
        rows={12}
        spellCheck={false}
        attributes={{ input: { dir: "ltr" } }}
        styles={mono}
        {...input("body", t`Body`, t`What GitHub sent, as it was. Its settings show recent deliveries of a webhook.`)}
      />
    </>
  );
}
