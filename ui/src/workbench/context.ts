import { createContext, useContext, useSyncExternalStore } from "react";

import type { Controller, ControllerState } from "./controller";
import type { OpenDraft } from "./drafts";
import type { Companion } from "./ownWindow/companion";
import type { TriedExpressions } from "./tests/evaluations";
import type { TestRuns } from "./tests/testRuns";
import type { Draft, DraftType, LoadedComposition, Turn } from "./types";

export interface Selection {
  nodeIds: string[];
  edgeIds: string[];
}

/** Where to look in a draft. */
export interface Place {
  itemId: string;
  nodeId?: string | undefined;
  edgeId?: string | undefined;
  field?: string | undefined;
}

/** What the parts of the workbench share. */
export interface Workbench {
  composition: LoadedComposition;
  controller: Controller;
  companion: Companion;
  /** The editor is in its own window, not in this one. */
  away: boolean;
  drafts: Draft[];
  turns: Turn[];
  tests: TestRuns;
  /** The expressions that were tried in this window. */
  tried: TriedExpressions;
  activeId: string;
  openIds: string[];
  open: (itemId: string) => void;
  close: (itemId: string) => void;
  /** Opens the draft and shows the place in it. */
  reveal: (place: Place) => void;
  /** Opens the draft of that name; false where there is none. */
  openByName: (type: Draft["type"], name: string) => boolean;
  selection: Selection;
  select: (selection: Selection) => void;
  /** Puts a text into the composer. */
  ask: (text: string) => void;
  /** Opens the form of a test run. */
  test: (draft: Draft) => void;
  addDraft: (type: DraftType, name?: string) => void;
}

export const WorkbenchContext = createContext<Workbench | undefined>(undefined);

export function useWorkbench(): Workbench {
  const workbench = useContext(WorkbenchContext);
  if (!workbench) {
    throw new Error("this part belongs into the workbench");
  }
  return workbench;
}

export function useControllerState(): ControllerState {
  const { controller } = useWorkbench();
  return useSyncExternalStore(controller.subscribe, controller.getState);
}

/** The draft as it is in this window. */
export function useOpenDraft(itemId: string): OpenDraft | undefined {
  const { drafts } = useWorkbench().controller;
  return useSyncExternalStore(drafts.subscribe, () => drafts.get(itemId));
}

/** Whether the running turn holds the draft. */
export const isLocked = (draft: Draft, composition: LoadedComposition): boolean =>
  draft.type !== "workflow" &&
  composition.turnState === "ai-working" &&
  draft.lastAuthor === "ai" &&
  draft.lastTurnId !== undefined &&
  draft.lastTurnId === composition.currentTurnId;
