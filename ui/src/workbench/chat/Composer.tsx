import { t } from "@lingui/core/macro";
import { ActionIcon, Button, Textarea, Tooltip } from "@mantine/core";
import { IconArrowUp, IconPlayerStop } from "@tabler/icons-react";
import { useEffect, useRef, type ReactNode } from "react";

import { idempotencyKey } from "../../api/client";
import { isRefusal, messageOf } from "../../api/problem";
import { useConnection } from "../../events/stream";
import { useSend } from "../../lib/useSend";
import classes from "./Chat.module.css";
import { useChat } from "./host";

interface Props {
  text: string;
  onText: (text: string) => void;
  /** What the message is about. */
  about?: ReactNode;
}

/** Where messages to the agent are written. What is typed survives a reload. */
export function Composer({ text, onText, about }: Props) {
  const host = useChat();
  const { busy } = host;
  const input = useRef<HTMLTextAreaElement>(null);
  const key = useRef<{ text: string; key: string }>(undefined);

  // A text that was put in from elsewhere is to be gone on with.
  const typed = useRef(text);
  useEffect(() => {
    if (text !== typed.current && text !== "") {
      input.current?.focus();
    }
    typed.current = text;
  }, [text]);

  const send = useSend({
    mutationFn: async (message: string) => {
      if (!(await host.save())) {
        throw new Error(
          t`Some of your changes could not be saved yet, so nothing was sent. See the note on the draft.`,
        );
      }
      // The same message sent again after an error is the same message.
      if (key.current?.text !== message) {
        key.current = { text: message, key: idempotencyKey() };
      }
      return host.send(message, key.current.key);
    },
    onSuccess: () => {
      key.current = undefined;
      onText("");
      host.refresh();
    },
  });
  const connection = useConnection();
  const interrupt = useSend({ mutationFn: host.interrupt });
  const failure = send.error ?? interrupt.error;
  const isOver = isRefusal(failure, "offline") && connection === "live";
  const maySend = text.trim() !== "" && !busy && !send.isPending;
  const submit = () => {
    if (maySend) {
      send.mutate(text.trim());
    }
  };
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
      {about}
      <Textarea
        ref={input}
        variant="unstyled"
        autosize
        minRows={2}
        maxRows={10}
        aria-label={t`Message to the agent`}
        placeholder={busy ? t`The agent is at work. You can write on meanwhile.` : host.words.placeholder}
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
