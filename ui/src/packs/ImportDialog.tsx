import { plural, t } from "@lingui/core/macro";
import { Button, Checkbox, FileButton, Group, Modal, Stack, Textarea } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";

import { useImport, usePlan } from "../api/queries/packs";
import { DialogEnd } from "../components/DialogEnd";
import { Notice, Refused } from "../components/Notice";
import { PlanTable } from "./PlanTable";
import { verdictOf } from "./plan";
import { ScopeSelect } from "./ScopeSelect";

/** Brings in a pack, after showing what that would do. */
export function ImportDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title={t`Import a pack`} size="xl">
      <ImportForm onClose={onClose} />
    </Modal>
  );
}

function ImportForm({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState("");
  const [team, setTeam] = useState<string>();
  const [force, setForce] = useState(false);
  const plan = usePlan();
  const done = useImport();

  const forget = () => {
    plan.reset();
    done.reset();
    setForce(false);
  };
  const items = plan.data?.items;
  const verdict = items && verdictOf(items);
  const ready = verdict?.broken === 0 && verdict.changes > 0 && (verdict.conflicts === 0 || force);
  const send = () => {
    done.mutate(
      { text, team, force },
      {
        onSuccess: (made) => {
          const { changes } = verdictOf(made.items);
          notifications.show({
            color: "green",
            title: t`The pack was imported`,
            message: plural(changes, { one: "# item changed", other: "# items changed" }),
          });
          onClose();
        },
      },
    );
  };
  return (
    <Stack gap="md">
      <Group align="end" gap="sm">
        <FileButton
          accept="application/json,.json"
          onChange={(file) => {
            forget();
            void file?.text().then(setText);
          }}
        >
          {(props) => <Button variant="default" {...props}>{t`Choose a file…`}</Button>}
        </FileButton>
        <ScopeSelect
          value={team}
          onChange={(slug) => {
            forget();
            setTeam(slug);
          }}
        />
      </Group>
      <Textarea
        label={t`Or paste it`}
        description={t`A pack is one JSON file with workflows, action types and tools.`}
        rows={6}
        attributes={{ input: { dir: "ltr" } }}
        styles={{ input: { fontFamily: "var(--hd-mono)" } }}
        spellCheck={false}
        value={text}
        onChange={(event) => {
          forget();
          setText(event.currentTarget.value);
        }}
      />
      {items && verdict && (
        <>
          <PlanTable items={items} />
          {verdict.broken > 0 && (
            <Notice
              tone="bad"
              title={plural(verdict.broken, {
                one: "# item can't be imported, so nothing will be",
                other: "# items can't be imported, so nothing will be",
              })}
            >{t`Mend the pack and look again.`}</Notice>
          )}
          {verdict.changes === 0 && <Notice tone="plain" title={t`Everything in it is here already`} />}
          {verdict.conflicts > 0 && (
            <Checkbox
              label={t`Overwrite what others changed since the pack was made`}
              checked={force}
              onChange={(event) => {
                setForce(event.currentTarget.checked);
              }}
            />
          )}
        </>
      )}
      <DialogEnd
        notice={
          <>
            {plan.error && <Refused what={t`This can't be imported`} error={plan.error} />}
            {done.error && <Refused what={t`Nothing was imported`} error={done.error} />}
            <span role="status">{verdict?.summary}</span>
          </>
        }
      >
        <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
        <Button
          variant={items ? "default" : "filled"}
          disabled={text.trim() === ""}
          loading={plan.isPending}
          onClick={() => {
            plan.mutate({ text, team, force: false });
          }}
        >{t`Show what would happen`}</Button>
        {ready && (
          <Button loading={done.isPending} onClick={send}>
            {plural(verdict.changes, { one: "Import # item", other: "Import # items" })}
          </Button>
        )}
      </DialogEnd>
    </Stack>
  );
}
