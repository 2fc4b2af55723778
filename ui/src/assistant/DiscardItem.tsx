import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";

import { isRefusal } from "../api/problem";
import { itemsQuery, removeItem, type ConfigItem } from "../api/queries/configItems";
import { ConfirmDialog } from "../components/ConfirmDialog";
import { useSend } from "../lib/useSend";
import { useAssistant } from "./context";

interface Props {
  item: ConfigItem;
  opened: boolean;
  onClose: () => void;
}

/** Asks before a draft is thrown away. */
export function DiscardItem({ item, opened, onClose }: Props) {
  const client = useQueryClient();
  const { session, work, announce } = useAssistant();
  const discard = useSend({
    mutationFn: () =>
      removeItem(session.id, item).catch((error: unknown) => {
        if (!isRefusal(error, "not-found")) {
          throw error; // what is gone already is what was asked for
        }
      }),
    onSuccess: async () => {
      work.forget(item.path);
      announce(t`${item.name} was discarded.`);
      onClose();
      await client.invalidateQueries({ queryKey: itemsQuery(session.id).queryKey });
    },
  });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t`Discard the draft “${item.name}”?`}
      go={t`Discard`}
      stay={t`Keep it`}
      busy={discard.isPending}
      error={discard.error}
      refused={t`It was not discarded`}
      onGo={() => {
        discard.mutate();
      }}
    >{t`The draft is gone then. What the catalog has stays as it is.`}</ConfirmDialog>
  );
}
