import { t } from "@lingui/core/macro";
import { Button, Modal, Stack, Text } from "@mantine/core";

import { useDeleteSecret, type Secret } from "../api/queries/secrets";
import { DialogEnd } from "../components/DialogEnd";
import { Refused } from "../components/Notice";

/** Asks whether a secret is really to be deleted; one that is in use is not. */
export function DeleteSecret({ secret, onClose }: { secret: Secret | undefined; onClose: () => void }) {
  return (
    <Modal opened={secret !== undefined} onClose={onClose} title={secret ? t`Delete ${secret.name}?` : ""}>
      {secret && <Form secret={secret} onClose={onClose} />}
    </Modal>
  );
}

function Form({ secret, onClose }: { secret: Secret; onClose: () => void }) {
  const remove = useDeleteSecret();
  return (
    <Stack gap="md">
      <Text size="md">{t`Its value is gone then, and can't be brought back. A secret that something in the catalog names is not deleted.`}</Text>
      <DialogEnd notice={remove.error && <Refused what={t`It was not deleted`} error={remove.error} />}>
        <Button variant="default" data-autofocus onClick={onClose}>{t`Keep it`}</Button>
        <Button
          color="red"
          disabled={remove.isError}
          loading={remove.isPending}
          onClick={() => {
            remove.mutate(secret, { onSuccess: onClose });
          }}
        >{t`Delete the secret`}</Button>
      </DialogEnd>
    </Stack>
  );
}
