import { plural, t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useState } from "react";

import { messageOf } from "../../api/problem";
import { useSend } from "../../lib/useSend";
import { offerChangeSet } from "../calls";
import { useWorkbench } from "../context";
import type { Turn } from "../types";
import classes from "./Chat.module.css";
import { receiptLines } from "./receiptLines";
import { UndoTurn } from "./UndoTurn";
import { usageWords } from "./usage";

const outcomes = {
  completed: t`Completed`,
  failed: t`Failed`,
  interrupted: t`Interrupted`,
  abandoned: t`Broken off by a restart`,
};

/** What the server saw the turn do. It is no word of the agent's. */
export function Receipt({ turn, number }: { turn: Turn; number: number }) {
  const { composition, controller, drafts, openByName } = useWorkbench();
  const [undo, setUndo] = useState(false);
  const offer = useSend({
    mutationFn: () => offerChangeSet(composition.id, turn.id),
    onSuccess: () => {
      controller.refresh();
    },
  });
  const receipt = turn.receipt;
  const idle = composition.turnState === "idle";
  const broken = turn.outcome !== undefined && turn.outcome !== "completed";
  const proposed = turn.changeSet !== undefined;
  const changed = proposed || turn.touchedItems.length > 0;
  const applied = drafts.some((draft) => draft.type === "workflow" && draft.lastTurnId === turn.id);
  const waits = composition.pendingTurnId === turn.id;
  if (!receipt) {
    return null;
  }
  return (
    <section className={classes.receipt} aria-label={t`Receipt of turn ${number}`}>
      <header>
        <strong>{t`Receipt`}</strong>
        <span className={classes.faint}>{outcomes[turn.outcome ?? "completed"]}</span>
      </header>
      {receiptLines(receipt).map((line) => (
        <span key={line}>{line}</span>
      ))}
      {receipt.itemsSaved.length > 0 && (
        <span className={classes.saved}>
          {receipt.itemsSaved.map((item) => {
            const [type, name] = item.split("/") as ["action-type" | "tool", string];
            return (
              <button
                key={item}
                type="button"
                className={classes.link}
                onClick={() => {
                  openByName(type, name);
                }}
              >
                {name}
              </button>
            );
          })}
        </span>
      )}
      {receipt.testsRun?.map((test, index) => (
        <span key={index} className={classes.test} data-ok={test.ok}>
          {test.name.split("/").at(-1)}: {test.summary}
        </span>
      ))}
      {receipt.usage && <span className={classes.faint}>{usageWords(receipt.usage)}</span>}
      {waits && (
        <button
          type="button"
          className={classes.waits}
          onClick={() => {
            openByName("workflow", "");
          }}
        >{t`Waiting for you: ${plural(receipt.opsApplied, { one: "# workflow change", other: "# workflow changes" })}`}</button>
      )}
      {offer.isError && <span role="alert">{messageOf(offer.error)}</span>}
      {changed && (
        <div className={classes.receiptActions}>
          {broken && proposed && !waits && !applied && (
            <Button
              size="compact-xs"
              variant="default"
              disabled={!idle}
              loading={offer.isPending}
              onClick={() => {
                offer.mutate();
              }}
            >{t`Apply what was proposed`}</Button>
          )}
          <Button
            size="compact-xs"
            variant="default"
            disabled={!idle}
            onClick={() => {
              setUndo(true);
            }}
          >{t`Undo AI turn…`}</Button>
        </div>
      )}
      <UndoTurn
        turn={turn}
        opened={undo}
        onClose={() => {
          setUndo(false);
        }}
      />
    </section>
  );
}
