import { t } from "@lingui/core/macro";
import { Button, Modal, SegmentedControl, Select, Stack, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { answer, api } from "../../api/client";
import { DialogEnd } from "../../components/DialogEnd";
import { useSend } from "../../lib/useSend";
import { useWorkbench } from "../context";
import { actionTypesQuery, draftsQuery, toolsQuery } from "../queries";
import type { DraftType } from "../types";

interface Props {
  type: DraftType | undefined;
  name: string;
  onClose: () => void;
}

const words = { "action-type": t`action type`, tool: "tool" };

/** Adds a blank draft, or one of something that is published. */
export function AddDraft({ type, name, onClose }: Props) {
  return (
    <Modal
      opened={type !== undefined}
      onClose={onClose}
      title={type ? t`Add ${type === "tool" ? "a tool" : t`an action type`}` : ""}
    >
      {type && <Form type={type} name={name} onClose={onClose} />}
    </Modal>
  );
}

function Form({ type, name: wanted, onClose }: { type: DraftType; name: string; onClose: () => void }) {
  const client = useQueryClient();
  const { composition, drafts, open } = useWorkbench();
  const actionTypes = useQuery({ ...actionTypesQuery, enabled: type === "action-type" });
  const tools = useQuery({ ...toolsQuery, enabled: type === "tool" });
  const published = (type === "tool" ? tools : actionTypes).data ?? [];
  const present = new Set(drafts.filter((draft) => draft.type === type).map((draft) => draft.name));
  const choices = published.filter((object) => !present.has(object.name));
  const [way, setWay] = useState("blank");
  const [name, setName] = useState(wanted);
  const [catalogId, setCatalogId] = useState<string | null>(null);
  const add = useSend({
    mutationFn: () =>
      answer(
        api.POST("/compositions/{compositionId}/items", {
          params: { path: { compositionId: composition.id } },
          body: way === "blank" ? { type, name: name.trim() } : { type, catalogId: catalogId ?? "" },
        }),
      ),
    onSuccess: async (item) => {
      await client.invalidateQueries({ queryKey: draftsQuery(composition.id).queryKey });
      onClose();
      open(item.id);
    },
  });
  const ready = way === "blank" ? name.trim() !== "" : catalogId !== null;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) {
          add.mutate();
        }
      }}
    >
      <Stack gap="md">
        <SegmentedControl
          aria-label={t`What to begin with`}
          value={way}
          onChange={setWay}
          data={[
            { value: "blank", label: t`Blank` },
            { value: "existing", label: t`A published one` },
          ]}
        />
        {way === "blank" ? (
          <TextInput
            label={t`Name`}
            description={t`Lower-case letters, digits and hyphens.`}
            placeholder={type === "tool" ? "order-status" : "check-amount"}
            data-autofocus
            maxLength={64}
            value={name}
            onChange={(event) => {
              setName(event.currentTarget.value);
            }}
          />
        ) : (
          <Select
            label={t`The ${words[type]}`}
            description={t`Your draft does not change what is published until you publish it.`}
            placeholder={choices.length > 0 ? t`Choose one` : t`There is none that is not here already`}
            searchable
            data={choices.map((object) => ({ value: object.id, label: object.name }))}
            value={catalogId}
            onChange={setCatalogId}
          />
        )}
        <DialogEnd error={add.error}>
          <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" disabled={!ready} loading={add.isPending}>{t`Add`}</Button>
        </DialogEnd>
      </Stack>
    </form>
  );
}
