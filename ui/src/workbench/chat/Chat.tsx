import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useMemo, type ReactNode } from "react";

import { Loading, Trouble } from "../../shell/states";
import { conversationQuery, writingQuery } from "../queries";
import { AgentHead } from "./AgentHead";
import classes from "./Chat.module.css";
import { Composer } from "./Composer";
import { talkOf } from "./conversation";
import { useEnd } from "./end";
import { useChat } from "./host";
import { markSeen } from "./seen";
import { TurnView } from "./TurnView";

interface Props {
  text: string;
  onText: (text: string) => void;
  /** What is shown as long as nothing was said. */
  beginning: ReactNode;
  /** What the next message is about. */
  about?: ReactNode;
  /** Offers to work with an agent of one's own. */
  onAttach?: () => void;
  /** Offers to hide the conversation. */
  onCollapse?: () => void;
}

/** The conversation with an agent. */
export function Chat({ text, onText, beginning, about, onAttach, onCollapse }: Props) {
  const { sessionId, turns, busy, working, currentTurnId } = useChat();
  const conversation = useQuery(conversationQuery(sessionId));
  const writing = useQuery(writingQuery(sessionId)).data ?? null;
  const talk = useMemo(() => talkOf(conversation.data ?? [], writing), [conversation.data, writing]);
  const { scroller, onScroll, keep } = useEnd();
  const size = conversation.data?.length ?? 0;

  const lastSeq = conversation.data?.at(-1)?.seq;
  useMarkSeen(sessionId, lastSeq);

  useLayoutEffect(() => {
    keep();
  }, [keep, size, writing, busy, working, turns]);

  return (
    <section className={classes.chat} data-pane="textarea" aria-label={t`Conversation with the agent`}>
      <AgentHead {...(onAttach && { onAttach })} {...(onCollapse && { onCollapse })} />
      <div
        ref={scroller}
        className={classes.talk}
        role="log"
        aria-live="polite"
        tabIndex={0}
        aria-label={t`Messages`}
        onScroll={onScroll}
      >
        {conversation.isPending && <Loading />}
        {conversation.isError && (
          <Trouble
            error={conversation.error}
            retry={() => {
              void conversation.refetch();
            }}
          />
        )}
        {conversation.isSuccess && talk.length === 0 && beginning}
        {talk.map((part) => (
          <TurnView
            key={part.key}
            talk={part}
            turn={turns.find((turn) => turn.id === part.turnId)}
            working={part.turnId !== undefined && part.turnId === currentTurnId}
          />
        ))}
      </div>
      <Composer text={text} onText={onText} about={about} />
    </section>
  );
}

/** What is shown in a window that is looked at has been seen. */
function useMarkSeen(sessionId: string, lastSeq: number | undefined): void {
  useEffect(() => {
    const mark = () => {
      if (lastSeq !== undefined && document.visibilityState === "visible") {
        markSeen(localStorage, sessionId, lastSeq);
      }
    };
    mark();
    document.addEventListener("visibilitychange", mark);
    return () => {
      document.removeEventListener("visibilitychange", mark);
    };
  }, [sessionId, lastSeq]);
}
