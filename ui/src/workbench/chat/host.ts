import { createContext, useContext, type ReactNode } from "react";

import type { ToolTarget } from "./toolWords";
import type { Usage } from "./usage";

/** One turn as the conversation shows it. */
export interface ChatTurn {
  id: string;
  startedAt: string;
  endedAt?: string | undefined;
  /** The agent of the turn is a person's own. */
  attached?: boolean;
  usage?: Usage | undefined;
}

/** What a conversation needs of the place that it is in: a composition, or a session by itself. */
export interface ChatHost {
  sessionId: string;
  teamId: string | undefined;
  engine: string;
  model: string | undefined;
  /** Messages can't be sent: a turn runs, or is being settled. */
  busy: boolean;
  /** The agent works at the moment. */
  working: boolean;
  currentTurnId: string | undefined;
  /** The newest first. */
  turns: readonly ChatTurn[];
  words: {
    placeholder: string;
    /** What the sum of what was used is of. */
    used: (usage: string) => string;
    /** What becomes of the agent's work when it is started anew. */
    restart: string;
  };
  /** Saves what the person changed, so that the agent sees it; answers whether all of it is saved. */
  save: () => Promise<boolean>;
  /** Starts a turn; the key makes the same message twice one turn. */
  send: (message: string, key: string) => Promise<unknown>;
  interrupt: () => Promise<unknown>;
  /** Everything may have changed: loads it afresh. */
  refresh: () => void;
  /** Tells those who can't see the page. */
  announce: (words: string) => void;
  /** Gives the conversation to another agent. */
  change: (to: { engine: string; model: string }) => Promise<unknown>;
  /** What a tool call is about, where it is here, and what shows it. */
  find: (target: ToolTarget) => { name: string; open: () => void } | undefined;
  /** The place's account of a turn that is over. */
  receipt: (turnId: string, number: number) => ReactNode;
}

export const ChatContext = createContext<ChatHost | undefined>(undefined);

export function useChat(): ChatHost {
  const host = useContext(ChatContext);
  if (!host) {
    throw new Error("this part belongs into a conversation");
  }
  return host;
}
