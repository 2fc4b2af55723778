import { IconCheck } from "@tabler/icons-react";
import { useSyncExternalStore } from "react";

import { useConnection } from "../events/stream";
import { useWorkbench } from "./context";
import classes from "./Header.module.css";
import { useCompanion } from "./ownWindow/useCompanion";
import type { SaveState as State } from "./saver";

const words: Record<State, string> = {
  saved: "Saved",
  waiting: "Saving…",
  saving: "Saving…",
  stale: "Changed elsewhere",
  locked: "Waits for the AI",
  lease: "Not saved",
  offline: "Offline, kept here",
  refused: "Not saved",
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
      {offline ? "Offline, everything is saved" : words[state]}
    </span>
  );
}
