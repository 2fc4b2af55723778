import { t } from "@lingui/core/macro";
import { useMemo } from "react";

import { interruptSession } from "../api/queries/sessions";
import { useCommands, type Command } from "../shell/commands";
import type { PaneEvent } from "../workbench/paneState";
import type { Assistant } from "./context";

interface Needs {
  shared: Assistant;
  drafts: boolean;
  onPanes: (event: PaneEvent) => void;
  onApply: () => void;
}

/** What the command palette offers on the page of a session. */
export function useSessionCommands({ shared, drafts, onPanes, onApply }: Needs): void {
  const { session, busy, items, open } = shared;
  const commands = useMemo<Command[]>(() => {
    const pane = (event: PaneEvent) => () => {
      onPanes(event);
    };
    const interrupt = {
      id: "interrupt",
      label: t`Interrupt the AI`,
      run: () => {
        void interruptSession(session.id);
      },
    };
    const ofDrafts = [
      { id: "apply", label: t`Apply…`, run: onApply },
      { id: "focus", label: t`Focus on the editor`, keys: t`Ctrl Shift F`, run: pane("focus") },
      { id: "problems", label: t`Show the problems`, run: pane("open-strip") },
      { id: "left", label: t`Show or hide the list of drafts`, run: pane("left") },
      { id: "right", label: t`Show or hide the conversation`, run: pane("right") },
      ...items.map(({ path, name }) => ({
        id: `open-${path}`,
        label: t`Open ${name}`,
        run: () => {
          open(path);
        },
      })),
    ];
    return [...(drafts ? ofDrafts : []), ...(busy ? [interrupt] : [])];
  }, [session.id, busy, items, open, drafts, onPanes, onApply]);
  useCommands(commands);
}
