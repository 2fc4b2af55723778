import { createContext, useContext, useSyncExternalStore } from "react";

import type { ConfigItem, LoadedItem } from "../api/queries/configItems";
import type { Session } from "../api/queries/sessions";
import type { OpenDraft } from "../workbench/drafts";
import type { Work } from "./work";

/** What the parts of a session's page share. */
export interface Assistant {
  session: Session;
  /** The agent is at work. */
  busy: boolean;
  items: readonly ConfigItem[];
  work: Work;
  /** The path of the draft that is shown. */
  activePath: string | undefined;
  open: (path: string) => void;
  /** Opens the draft and shows the place in it. */
  reveal: (path: string, field: string | undefined) => void;
  /** Whether the AI wrote the draft and it was not looked at since. */
  isUnseen: (item: ConfigItem) => boolean;
  /** Puts a text into the composer. */
  ask: (text: string) => void;
  /** Tells those who can't see the page. */
  announce: (words: string) => void;
}

export const AssistantContext = createContext<Assistant | undefined>(undefined);

export function useAssistant(): Assistant {
  const assistant = useContext(AssistantContext);
  if (!assistant) {
    throw new Error("this part belongs into the page of a session");
  }
  return assistant;
}

/** The paths of the drafts whose text in this window is not saved; see Work.heldBack. */
export function useHeldBack(): string[] {
  const { work } = useAssistant();
  const paths = useSyncExternalStore(work.drafts.subscribe, () => work.heldBack().join("\n"));
  return paths === "" ? [] : paths.split("\n");
}

/** The draft as it is in this window. */
export function useOpenItem(path: string): OpenDraft<LoadedItem> | undefined {
  const { drafts } = useAssistant().work;
  return useSyncExternalStore(drafts.subscribe, () => drafts.get(path));
}
