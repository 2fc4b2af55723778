import { t } from "@lingui/core/macro";
import { Button, Modal, Stack, Text } from "@mantine/core";
import { useNavigate } from "react-router";

import { useDeleteCatalogObject, type CatalogKind, type CatalogObject } from "../api/queries/catalog";
import { DialogEnd } from "../components/DialogEnd";
import { nameOf } from "./content";
import { settled } from "../components/LeaveGuard";
import { kinds } from "./kinds";
import { WhyNot } from "./WhyNot";

interface DeleteDialogProps {
  kind: CatalogKind;
  object: CatalogObject;
  opened: boolean;
  onClose: () => void;
}

/** Asks whether an object is really to be deleted; what is in use is not. */
export function DeleteDialog({ kind, object, opened, onClose }: DeleteDialogProps) {
  const remove = useDeleteCatalogObject(kind, object.id);
  const navigate = useNavigate();
  const { one, path, gone } = kinds[kind];
  const close = () => {
    remove.reset();
    onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title={t`Delete “${nameOf(object)}”?`}>
      <Stack gap="md">
        <Text size="md">{gone}</Text>
        <DialogEnd notice={remove.error && <WhyNot what={t`It was not deleted`} error={remove.error} kind={kind} />}>
          <Button variant="default" onClick={close}>{t`Keep it`}</Button>
          <Button
            color="red"
            disabled={remove.isError}
            loading={remove.isPending}
            onClick={() => {
              remove.mutate(undefined, { onSuccess: () => void navigate(path, { state: settled }) });
            }}
          >{t`Delete the ${one}`}</Button>
        </DialogEnd>
      </Stack>
    </Modal>
  );
}
