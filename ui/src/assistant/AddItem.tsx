import { t } from "@lingui/core/macro";
import { Button, Modal, Select, Stack, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { useCatalog } from "../api/queries/catalog";
import { itemsQuery, saveItem, startItem, type ItemKey } from "../api/queries/configItems";
import { useWorkflows } from "../api/queries/workflows";
import { nameOf } from "../catalog/content";
import { kinds } from "../catalog/kinds";
import { DialogEnd } from "../components/DialogEnd";
import { withMember } from "../lib/rawJson";
import { useSend } from "../lib/useSend";
import { useAssistant } from "./context";
import { itemKinds } from "./kinds";

/** What a draft is begun from. */
export type Adding = "existing" | "blank";

interface Props {
  adding: Adding | undefined;
  onClose: () => void;
}

/** Asks for the draft that a person begins. */
export function AddItem({ adding, onClose }: Props) {
  return (
    <Modal
      opened={adding !== undefined}
      onClose={onClose}
      title={adding === "blank" ? t`Start with an empty draft` : t`Start from an existing object`}
    >
      {adding === "blank" && <Blank onClose={onClose} />}
      {adding === "existing" && <Existing onClose={onClose} />}
    </Modal>
  );
}

/** Makes a draft and shows it. */
function useAdding(onClose: () => void, make: (sessionId: string, key: ItemKey) => Promise<{ path: string }>) {
  const client = useQueryClient();
  const { session, open } = useAssistant();
  return useSend({
    mutationFn: (key: ItemKey) => make(session.id, key),
    onSuccess: async ({ path }) => {
      await client.invalidateQueries({ queryKey: itemsQuery(session.id).queryKey });
      onClose();
      open(path);
    },
  });
}

function Existing({ onClose }: { onClose: () => void }) {
  const { session, items } = useAssistant();
  const [kind, setKind] = useState("action-types");
  const [name, setName] = useState<string | null>(null);
  const found = useNames(kind, session.teamId);
  const drafted = new Set(items.filter((item) => item.kind === kind).map((item) => item.name));
  const start = useAdding(onClose, startItem);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name !== null) {
          start.mutate({ kind, name });
        }
      }}
    >
      <Stack gap="md">
        <Select
          label={t`Kind`}
          allowDeselect={false}
          data={itemKinds.map((one) => ({ value: one.kind, label: one.one }))}
          value={kind}
          onChange={(next) => {
            setKind(next ?? kind);
            setName(null);
          }}
        />
        <Select
          label={t`Object`}
          description={t`The draft begins as what the catalog has now. Nothing changes there until you apply it.`}
          searchable
          data-autofocus
          data={found.map((one) => ({ ...one, disabled: drafted.has(one.value) }))}
          nothingFoundMessage={t`The catalog has nothing of this name`}
          placeholder={found.length === 0 ? t`The catalog has none of this kind` : t`Choose by name`}
          value={name}
          onChange={setName}
        />
        <DialogEnd error={start.error}>
          <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" disabled={name === null} loading={start.isPending}>{t`Start the draft`}</Button>
        </DialogEnd>
      </Stack>
    </form>
  );
}

/** What of a kind a session of the team sees in the catalog. */
function useNames(kind: string, teamId: string | undefined): { value: string; label: string }[] {
  const workflows = useWorkflows(kind === "workflows");
  const form = itemKinds.find((one) => one.kind === kind)?.form;
  const objects = useCatalog(form ?? "action-type", form !== undefined);
  const named =
    kind === "workflows"
      ? (workflows.data?.items ?? []).map(({ slug, name, teamId: of }) => ({ value: slug, label: name, of }))
      : (objects.data?.items ?? [])
          .filter((object) => object.builtIn !== true)
          .map((object) => ({ value: object.name, label: nameOf(object), of: object.teamId }));
  const seen = named.filter(({ of }) => of === undefined || of === teamId);
  return [...new Map(seen.map(({ value, label }) => [value, { value, label }])).values()];
}

const blanks = itemKinds.flatMap(({ kind, one, form }) => (form ? [{ value: kind, label: one, form }] : []));

function Blank({ onClose }: { onClose: () => void }) {
  const [kind, setKind] = useState("action-types");
  const [name, setName] = useState("");
  const start = useAdding(onClose, (sessionId, key) => {
    const form = blanks.find(({ value }) => value === key.kind)?.form ?? "action-type";
    return saveItem(sessionId, key, withMember(kinds[form].blank, "name", key.name));
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim()) {
          start.mutate({ kind, name: name.trim() });
        }
      }}
    >
      <Stack gap="md">
        <Select
          label={t`Kind`}
          allowDeselect={false}
          data={blanks.map(({ value, label }) => ({ value, label }))}
          value={kind}
          onChange={(next) => {
            setKind(next ?? kind);
          }}
        />
        <TextInput
          label={t`Name`}
          description={t`Small letters, digits and hyphens.`}
          data-autofocus
          maxLength={64}
          value={name}
          onChange={(event) => {
            setName(event.currentTarget.value);
          }}
        />
        <DialogEnd error={start.error}>
          <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" disabled={!name.trim()} loading={start.isPending}>{t`Start the draft`}</Button>
        </DialogEnd>
      </Stack>
    </form>
  );
}
