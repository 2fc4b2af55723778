import { t } from "@lingui/core/macro";
import { IconCheck } from "@tabler/icons-react";
import { useSyncExternalStore } from "react";

import { useConnection } from "../events/stream";
import { useWorkbench } from "./context";
import classes from "./Header.module.css";
import { useCompanion } from "./ownWindow/useCompanion";
import type { SaveState as State } from "./saver";

/** How far saving is, in words. */
export const saveWords: Record<State, string> = {
  saved: t`Saved`,
  waiting: t`Saving…`,
  saving: t`Saving…`,
  stale: t`Changed elsewhere`,
  locked: t`Waits for the AI`,
  lease: t`Not saved`,
  offline: t`Offline, kept here`,
  refused: t`Not saved`,
};

/** How far saving is, here or in the window that the editor is in; and whether the server is there. */
export function SaveState() {
  const { controller, companion, away } = useWorkbench();
  const here = useSyncExternalStore(controller.drafts.subscribe, () => controller.drafts.worst.state);
  const there = useCompanion(companion).saving;
  const connection = useConnection();
  const state = away ? there : here;
  const offline = connection === "offline" && state === "saved";
  return (
    <span className={classes.saved} data-state={offline ? "offline" : state} role="status">
      {state === "saved" && !offline && <IconCheck size={13} stroke={2} aria-hidden />}
      {offline ? t`Offline, everything is saved` : saveWords[state]}
    </span>
  );
}
