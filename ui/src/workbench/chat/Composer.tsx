import { t } from "@lingui/core/macro";
import { ActionIcon, Button, Textarea, Tooltip } from "@mantine/core";
import { IconArrowUp, IconPlayerStop, IconX } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

import { answer, api, idempotencyKey } from "../../api/client";
import { isRefusal, messageOf } from "../../api/problem";
import { useConnection } from "../../events/stream";
import { interruptTurn } from "../calls";
import { useOpenDraft, useWorkbench } from "../context";
import { namesOf } from "../workflowNames";
import classes from "./Chat.module.css";

/** Where messages to the agent are written. What is typed survives a reload. */
export function Composer({ text, onText }: { text: string; onText: (text: string) => void }) {
  const { composition, controller, drafts, selection, select } = useWorkbench();
  const workflow = drafts.find((draft) => draft.type === "workflow");
  const names = namesOf(useOpenDraft(workflow?.id ?? "")?.text);
  const input = useRef<HTMLTextAreaElement>(null);
  const key = useRef<{ text: string; key: string }>(undefined);
  const busy = composition.turnState !== "idle";

  // A text that was put in from elsewhere is to be gone on with.
  const typed = useRef(text);
  useEffect(() => {
    if (text !== typed.current && text !== "") {
      input.current?.focus();
    }
    typed.current = text;
  }, [text]);

  const send = useMutation({
    mutationFn: async (message: string) => {
      if (!(await controller.save())) {
        throw new Error("Some of your changes could not be saved yet, so nothing was sent. See the note on the draft.");
      }
      // The same message sent again after an error is the same message.
      if (key.current?.text !== message) {
        key.current = { text: message, key: idempotencyKey() };
      }
      const contentRevision = controller.workflowRevision;
      return answer(
        api.POST("/compositions/{compositionId}/messages", {
          params: { path: { compositionId: composition.id }, header: { "Idempotency-Key": key.current.key } },
          body: {
            message,
            ...(selection.nodeIds.length > 0 ? { nodeIds: selection.nodeIds } : {}),
            ...(selection.edgeIds.length > 0 ? { edgeIds: selection.edgeIds } : {}),
            ...(contentRevision ? { contentRevision } : {}),
          },
        }),
      );
    },
    onSuccess: (turn) => {
      key.current = undefined;
      onText("");
      controller.dispatch({ type: "turn-changed", turn: "ai-working", turnId: turn.id });
      controller.refresh();
    },
  });
  const connection = useConnection();
  const interrupt = useMutation({ mutationFn: () => interruptTurn(composition.id) });
  const failure = send.error ?? interrupt.error;
  const isOver = isRefusal(failure, "offline") && connection === "live";
  const maySend = text.trim() !== "" && !busy && !send.isPending;
  const submit = () => {
    if (maySend) {
      send.mutate(text.trim());
    }
  };
  const chips = [
    ...selection.nodeIds.map((id) => ({ id, label: names.get(id) ?? id, kind: "node" as const })),
    ...selection.edgeIds.map((id) => ({ id, label: t`Connection`, kind: "edge" as const })),
  ];
  return (
    <form
      className={classes.composer}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {failure && !isOver && (
        <p role="alert" className={classes.problem}>
          {messageOf(failure)}
        </p>
      )}
      {chips.length > 0 && (
        <ul className={classes.chips} aria-label={t`The message is about`}>
          {chips.slice(0, 6).map((chip) => (
            <li key={chip.id} className={classes.chip}>
              <span>{chip.label}</span>
              <button
                type="button"
                aria-label={t`Leave out ${chip.label}`}
                onClick={() => {
                  select({
                    nodeIds: selection.nodeIds.filter((id) => id !== chip.id),
                    edgeIds: selection.edgeIds.filter((id) => id !== chip.id),
                  });
                }}
              >
                <IconX size={12} stroke={1.5} aria-hidden />
              </button>
            </li>
          ))}
          {chips.length > 6 && <li className={classes.chip}>{t`and ${chips.length - 6} more`}</li>}
        </ul>
      )}
      <Textarea
        ref={input}
        variant="unstyled"
        autosize
        minRows={2}
        maxRows={10}
        aria-label={t`Message to the agent`}
        placeholder={
          busy ? t`The agent is at work. You can write on meanwhile.` : t`Ask for a change, or about the selection…`
        }
        value={text}
        onChange={(event) => {
          typed.current = event.currentTarget.value;
          onText(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) {
            event.preventDefault();
            submit();
          }
        }}
      />
      <div className={classes.sendRow}>
        <span className={classes.faint}>{t`Enter sends, Shift Enter is a new line`}</span>
        {busy ? (
          <Button
            variant="default"
            size="compact-xs"
            leftSection={<IconPlayerStop size={14} stroke={1.5} />}
            loading={interrupt.isPending}
            onClick={() => {
              interrupt.mutate();
            }}
          >{t`Interrupt`}</Button>
        ) : (
          <Tooltip label={t`Send`}>
            <ActionIcon
              type="submit"
              variant="filled"
              color="iris"
              aria-label={t`Send`}
              disabled={!maySend}
              loading={send.isPending}
            >
              <IconArrowUp size={16} stroke={1.8} />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
    </form>
  );
}
