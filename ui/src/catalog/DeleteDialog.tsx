import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useNavigate } from "react-router";

import { isRefusal } from "../api/problem";
import { useDeleteCatalogObject, type CatalogKind, type CatalogObject } from "../api/queries/catalog";
import { Notice, Refused } from "../components/Notice";
import { isObject, textOf } from "../lib/json";
import { nameOf } from "./content";
import { kinds } from "./kinds";

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
  const { one, path } = kinds[kind];
  const close = () => {
    remove.reset();
    onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title={`Delete “${nameOf(object)}”?`}>
      <Stack gap="md">
        <Text size="md">
          The {one} can&apos;t be called any more. Instances that run keep what they were started with. It can&apos;t be
          taken back.
        </Text>
        {remove.error && <WhyNot error={remove.error} one={one} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close}>
            Keep it
          </Button>
          <Button
            color="red"
            disabled={remove.isError}
            loading={remove.isPending}
            onClick={() => {
              remove.mutate(undefined, { onSuccess: () => void navigate(path) });
            }}
          >
            Delete the {one}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function WhyNot({ error, one }: { error: unknown; one: string }) {
  const details = isRefusal(error, "in-use") ? error.problem.details : undefined;
  const users = isObject(details) ? textOf(details.users) : "";
  return users === "" ? (
    <Refused what="It was not deleted" error={error} />
  ) : (
    <Notice tone="bad" title="It is in use, so it was not deleted">
      <span>
        These workflows call the {one}: {users}. Publish them without it first.
      </span>
    </Notice>
  );
}
