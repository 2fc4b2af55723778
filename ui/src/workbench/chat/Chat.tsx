import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useMemo } from "react";

import { enginesQuery } from "../../api/queries/engines";
import { Loading, Trouble } from "../../shell/states";
import { useWorkbench } from "../context";
import { conversationQuery, writingQuery } from "../queries";
import { AgentHead } from "./AgentHead";
import classes from "./Chat.module.css";
import { Composer } from "./Composer";
import { talkOf } from "./conversation";
import { useEnd } from "./end";
import { markSeen } from "./seen";
import { TurnView } from "./TurnView";

interface Props {
  text: string;
  onText: (text: string) => void;
  onAttach: () => void;
  onCollapse: () => void;
}

/** The conversation with the agent. */
export function Chat({ text, onText, onAttach, onCollapse }: Props) {
  const { composition, turns } = useWorkbench();
  const conversation = useQuery(conversationQuery(composition.sessionId));
  const writing = useQuery(writingQuery(composition.sessionId)).data ?? null;
  const talk = useMemo(() => talkOf(conversation.data ?? [], writing), [conversation.data, writing]);
  const { scroller, onScroll, keep } = useEnd();
  const size = conversation.data?.length ?? 0;

  const lastSeq = conversation.data?.at(-1)?.seq;
  useMarkSeen(composition.sessionId, lastSeq);

  useLayoutEffect(() => {
    keep();
  }, [keep, size, writing, composition.turnState, turns]);

  return (
    <section className={classes.chat} data-pane="textarea" aria-label={t`Conversation with the agent`}>
      <AgentHead onAttach={onAttach} onCollapse={onCollapse} />
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
        {conversation.isSuccess && talk.length === 0 && <Beginning onPick={onText} />}
        {talk.map((part) => (
          <TurnView
            key={part.key}
            talk={part}
            turn={turns.find((turn) => turn.id === part.turnId)}
            working={part.turnId !== undefined && part.turnId === composition.currentTurnId}
          />
        ))}
      </div>
      <Composer text={text} onText={onText} />
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

const starters = [t`Build a refund intake`, t`Build a bug triage`, t`Build a security review`];

function Beginning({ onPick }: { onPick: (text: string) => void }) {
  const { composition } = useWorkbench();
  const scripted =
    useQuery(enginesQuery(composition.teamId)).data?.some((one) => one.scripted && one.name === composition.engine) ??
    false;
  return (
    <div className={classes.beginning}>
      <p>{t`Say what the workflow should do. The agent drafts it, tests its scripts and proposes the workflow; you can edit along at any time.`}</p>
      {scripted && (
        <ul>
          {starters.map((starter) => (
            <li key={starter}>
              <button
                type="button"
                className={classes.starter}
                onClick={() => {
                  onPick(starter);
                }}
              >
                {starter}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
