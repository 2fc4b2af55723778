import { t } from "@lingui/core/macro";
import { Button, Modal, Select, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";

import { isRefusal } from "../api/problem";
import { useEditInWorkbench, type CatalogObject, type DraftKind } from "../api/queries/catalog";
import { compositionsQuery } from "../api/queries/compositions";
import { DialogEnd } from "../components/DialogEnd";
import { Refused } from "../components/Notice";
import { nameOf } from "./content";
import { kinds } from "./kinds";

interface OpenDialogProps {
  kind: DraftKind;
  object: CatalogObject;
  opened: boolean;
  onClose: () => void;
}

/** Asks in which composition an object is to be worked on. */
export function OpenDialog(props: OpenDialogProps) {
  const { object, opened, onClose } = props;
  return (
    <Modal opened={opened} onClose={onClose} title={t`Open “${nameOf(object)}” in the workbench`}>
      <Form {...props} />
    </Modal>
  );
}

function Form({ kind, object, onClose }: OpenDialogProps) {
  const [compositionId, setCompositionId] = useState<string>();
  const compositions = useQuery(compositionsQuery);
  const open = useEditInWorkbench(kind);
  const navigate = useNavigate();
  const { one } = kinds[kind];
  const go = (id: string) => void navigate(`/workbench/${id}`);
  return (
    <Stack gap="md">
      <Text size="md">{t`There it can be changed together with an agent and tested. What is published stays as it is until you publish the draft.`}</Text>
      <Select
        label={t`Composition`}
        placeholder={t`A new one, named after the ${one}`}
        searchable
        clearable
        nothingFoundMessage={t`No composition has this name`}
        data={(compositions.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={compositionId ?? null}
        onChange={(id) => {
          open.reset();
          setCompositionId(id ?? undefined);
        }}
      />
      <DialogEnd notice={open.error && <Refused what={t`It was not opened`} error={open.error} />}>
        <Button variant="default" onClick={onClose}>{t`Stay here`}</Button>
        <Button
          loading={open.isPending}
          onClick={() => {
            open.mutate(
              { object, compositionId },
              {
                onSuccess: go,
                onError: (error) => {
                  // A draft of it is there already, which is what was wanted.
                  if (compositionId !== undefined && isRefusal(error, "already-exists")) {
                    go(compositionId);
                  }
                },
              },
            );
          }}
        >{t`Open`}</Button>
      </DialogEnd>
    </Stack>
  );
}
