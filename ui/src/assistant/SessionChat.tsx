import { t } from "@lingui/core/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";

import { enginesQuery } from "../api/queries/engines";
import { interruptSession, sendMessage, updateSession } from "../api/queries/sessions";
import { Beginning } from "../workbench/chat/Beginning";
import { Chat } from "../workbench/chat/Chat";
import { ChatContext, type ChatHost } from "../workbench/chat/host";
import { conversationQuery, sessionQuery } from "../workbench/queries";
import { useAssistant } from "./context";
import { requests } from "./requests";
import { TurnEnd } from "./TurnEnd";
import { turnsOf } from "./turns";

interface Props {
  text: string;
  onText: (text: string) => void;
  /** The session drafts configuration. */
  drafts: boolean;
  onCollapse?: () => void;
}

/** The conversation of a session that belongs to no composition. */
export function SessionChat({ text, onText, drafts, onCollapse }: Props) {
  const host = useHost();
  const { session } = useAssistant();
  const engines = useQuery(enginesQuery(session.teamId)).data ?? [];
  const scripted = engines.some((one) => one.scripted && one.name === session.engine);
  return (
    <ChatContext value={host}>
      <Chat
        text={text}
        onText={onText}
        {...(onCollapse && { onCollapse })}
        beginning={
          <Beginning starters={drafts && scripted ? requests.map(({ message }) => message) : []} onPick={onText}>
            {drafts
              ? t`Say what should be set up. The agent writes drafts of action types, tools and workflows; nothing is in the catalog before you apply it.`
              : t`Ask anything. The agent can look at what is published, and changes nothing.`}
          </Beginning>
        }
      />
    </ChatContext>
  );
}

const words: ChatHost["words"] = {
  placeholder: t`Write to the agent…`,
  used: (usage) => t`All turns of this session: ${usage}`,
  restart: t`The turn that it works on is broken off; what it wrote so far stays.`,
};

function useHost(): ChatHost {
  const client = useQueryClient();
  const { session, busy, items, work, open, announce } = useAssistant();
  const { id, teamId, engine, model, currentTurnId } = session;
  const events = useQuery(conversationQuery(id)).data;
  const turns = useMemo(() => turnsOf(events ?? []), [events]);
  return useMemo<ChatHost>(() => {
    const refresh = () => {
      void client.invalidateQueries({ queryKey: sessionQuery(id).queryKey });
      void client.invalidateQueries({ queryKey: conversationQuery(id).queryKey });
    };
    return {
      sessionId: id,
      teamId,
      engine,
      model,
      busy,
      working: busy,
      currentTurnId,
      turns,
      words,
      save: () => work.save(),
      send: (message, key) => sendMessage(id, message, key),
      interrupt: () => interruptSession(id).then(refresh),
      change: async (to) => {
        client.setQueryData(sessionQuery(id).queryKey, await updateSession(id, to));
      },
      refresh,
      announce,
      find: (target) => {
        const item = target.type === "config-item" ? items.find(({ path }) => path === target.path) : undefined;
        return (
          item && {
            name: item.name,
            open: () => {
              open(item.path);
            },
          }
        );
      },
      receipt: (turnId) => {
        const turn = turns.find((one) => one.id === turnId);
        return turn && <TurnEnd turn={turn} />;
      },
    };
  }, [announce, busy, client, currentTurnId, engine, id, items, model, open, teamId, turns, work]);
}
