import { t } from "@lingui/core/macro";
import { Button, Modal, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import type { Schemas } from "../../api/client";
import { messageOf } from "../../api/problem";
import { DialogEnd } from "../../components/DialogEnd";
import { useSend } from "../../lib/useSend";
import { Loading } from "../../shell/states";
import { undoTurn } from "../calls";
import { useWorkbench } from "../context";
import type { Turn } from "../types";
import classes from "./UndoTurn.module.css";

const outcomeWords: Record<Schemas["UndoOutcome"], string> = {
  restored: t`goes back to what it was before the turn`,
  carried: t`loses what the turn did; later changes stay`,
  withdrawn: t`the proposal that waits is taken back`,
  discarded: t`is removed, since the turn made it`,
  "brought-back": t`comes back, since the turn had removed it`,
  kept: t`stays as it is`,
  untouched: t`has nothing of the turn left in it`,
};

/** Shows what taking a turn back would do, and does it. */
export function UndoTurn({ turn, opened, onClose }: { turn: Turn; opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title={t`Undo this AI turn?`} size="lg">
      {opened && <Preview turn={turn} onClose={onClose} />}
    </Modal>
  );
}

function Preview({ turn, onClose }: { turn: Turn; onClose: () => void }) {
  const { composition, controller } = useWorkbench();
  const lease = () => (controller.leaseId ? { leaseId: controller.leaseId } : {});
  const preview = useQuery({
    queryKey: ["undo-preview", turn.id],
    queryFn: async () => {
      await controller.save();
      return undoTurn(composition.id, turn.id, { dryRun: true, ...lease() });
    },
    gcTime: 0,
  });
  const undo = useSend({
    mutationFn: async () => {
      await controller.save();
      return undoTurn(composition.id, turn.id, lease());
    },
    onSuccess: () => {
      controller.announce(t`The AI turn was undone.`);
      controller.refresh();
      onClose();
    },
  });
  if (preview.isPending) {
    return <Loading />;
  }
  const plan = preview.data;
  const lines = plan ? linesOf(plan) : [];
  const nothing = lines.every((line) => line.outcome === "untouched" || line.outcome === "kept");
  return (
    <Stack gap="md">
      <p
        className={classes.lead}
      >{t`Only what this turn did is taken back. What you or others changed since stays, and undoing is a new revision that can be restored from.`}</p>
      {preview.isError && <p role="alert">{messageOf(preview.error)}</p>}
      <ul className={classes.lines}>
        {lines.map((line) => (
          <li key={line.name} data-kept={line.outcome === "kept"}>
            <strong>{line.name}</strong> {outcomeWords[line.outcome]}
            {line.reason && <span>{line.reason}</span>}
          </li>
        ))}
      </ul>
      {plan?.workflow.conflicts && plan.workflow.conflicts.length > 0 && (
        <ul className={classes.conflicts} aria-label={t`Conflicts`}>
          {plan.workflow.conflicts.map((conflict) => (
            <li key={conflict.message}>{conflict.message}</li>
          ))}
        </ul>
      )}
      <DialogEnd error={undo.error}>
        <Button variant="default" onClick={onClose}>
          {nothing ? t`Close` : t`Keep the turn`}
        </Button>
        {plan && !nothing && (
          <Button
            loading={undo.isPending}
            onClick={() => {
              undo.mutate();
            }}
          >{t`Undo the turn`}</Button>
        )}
      </DialogEnd>
    </Stack>
  );
}

function linesOf(plan: Schemas["UndoneTurn"]) {
  const { workflow, items } = plan;
  return [
    ...(workflow.outcome === "untouched"
      ? []
      : [{ name: t`The workflow`, outcome: workflow.outcome, reason: workflow.reason ?? workflow.summary }]),
    ...items.map((item) => ({ name: item.name, outcome: item.outcome, reason: item.reason })),
  ];
}
