import { t } from "@lingui/core/macro";
import { Button, TextInput } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { isRefusal, messageOf } from "../../api/problem";
import { Person } from "../../components/Person";
import { useSend } from "../../lib/useSend";
import { answerQuestion } from "../calls";
import { conversationQuery } from "../queries";
import classes from "./Chat.module.css";
import type { QuestionBlock } from "./conversation";
import { useChat } from "./host";

/** What the agent asks, and what became of it. */
export function Question({ question }: { question: QuestionBlock }) {
  const { answer, closed } = question;
  return (
    <div className={classes.question} role="group" aria-label={t`Question of the agent`} data-open={!answer && !closed}>
      <p className={classes.plain}>{question.text}</p>
      {answer ? (
        <p className={classes.answer}>
          <IconCheck size={14} stroke={2} aria-hidden />
          <span>
            <span className={classes.faint}>
              <Person id={answer.userId} />
            </span>{" "}
            {answer.text}
          </span>
        </p>
      ) : closed ? (
        <p className={classes.faint}>{t`It was not answered, and is closed. Say in a message what you want to add.`}</p>
      ) : (
        <Answering question={question} />
      )}
    </div>
  );
}

function Answering({ question }: { question: QuestionBlock }) {
  const client = useQueryClient();
  const { sessionId, save, refresh } = useChat();
  const [own, setOwn] = useState("");
  const send = useSend({
    mutationFn: async (answer: string) => {
      // The agent may go on at once, and is to see what is here.
      if (!(await save())) {
        throw new Error(
          t`Some of your changes could not be saved yet, so nothing was sent. See the note on the draft.`,
        );
      }
      return answerQuestion(sessionId, { questionId: question.id, answer });
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: conversationQuery(sessionId).queryKey });
      refresh();
    },
  });
  const sent = send.isPending || send.isSuccess;
  const wanted = own.trim();
  return (
    <>
      {question.options.length > 0 && (
        <div className={classes.options}>
          {question.options.map((option) => (
            <Button
              key={option}
              className={classes.option ?? ""}
              classNames={{ label: classes.optionWords ?? "" }}
              variant="default"
              size="compact-sm"
              disabled={sent}
              loading={send.isPending && send.variables === option}
              onClick={() => {
                send.mutate(option);
              }}
            >
              {option}
            </Button>
          ))}
        </div>
      )}
      <form
        className={classes.own}
        onSubmit={(event) => {
          event.preventDefault();
          if (wanted !== "" && !sent) {
            send.mutate(wanted);
          }
        }}
      >
        <TextInput
          className={classes.ownText ?? ""}
          aria-label={t`Your answer`}
          placeholder={question.options.length > 0 ? t`Or say it in other words…` : t`Your answer…`}
          maxLength={100_000}
          value={own}
          disabled={sent}
          onChange={(event) => {
            setOwn(event.currentTarget.value);
          }}
        />
        <Button
          type="submit"
          size="xs"
          disabled={wanted === "" || sent}
          loading={send.isPending && send.variables === wanted}
        >{t`Answer`}</Button>
      </form>
      {send.error && (
        <p role="alert" className={classes.problem}>
          {isRefusal(send.error, "no-question")
            ? t`The question is not open any more: it was answered, or the turn is over.`
            : messageOf(send.error)}
        </p>
      )}
    </>
  );
}
