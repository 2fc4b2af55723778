import { t } from "@lingui/core/macro";
import { useMemo } from "react";

import { useCommands, type Command } from "../shell/commands";
import { interruptTurn } from "./calls";
import type { Workbench } from "./context";
import type { PaneEvent } from "./paneState";
import type { StripView } from "./strips/Strip";

interface Needs {
  shared: Workbench;
  onPanes: (event: PaneEvent) => void;
  onStrip: (view: StripView) => void;
  onPublish: () => void;
  onOwnWindow: () => void;
}

/** What the command palette offers on the workbench. */
export function useCommandsOfWorkbench({ shared, onPanes, onStrip, onPublish, onOwnWindow }: Needs): void {
  const { composition, companion, away, drafts, open, addDraft } = shared;
  const commands = useMemo<Command[]>(() => {
    const own = companion.own;
    const working = composition.turnState === "ai-working";
    const strip = (view: StripView) => () => {
      onStrip(view);
      onPanes("open-strip");
    };
    const pane = (event: PaneEvent) => () => {
      onPanes(event);
    };
    return [
      { id: "publish", label: t`Publish…`, run: onPublish },
      ...(own || away
        ? [
            {
              id: "bring-back",
              label: t`Bring the editor back`,
              run: () => {
                companion.bringBack();
              },
            },
          ].filter(() => away)
        : [{ id: "own-window", label: t`Open the editor in a window of its own`, run: onOwnWindow }]),
      ...(own ? [] : [{ id: "focus", label: t`Focus on the editor`, keys: t`Ctrl Shift F`, run: pane("focus") }]),
      ...(away
        ? []
        : [
            { id: "maximize", label: t`Maximize the editor`, keys: t`Ctrl Shift E`, run: pane("maximize") },
            { id: "problems", label: t`Show the problems`, run: strip("problems") },
            { id: "tests", label: t`Show the test output`, run: strip("tests") },
          ]),
      ...(own
        ? []
        : [
            { id: "left", label: t`Show or hide the list of drafts`, run: pane("left") },
            { id: "right", label: t`Show or hide the conversation`, run: pane("right") },
          ]),
      ...(working
        ? [
            {
              id: "interrupt",
              label: t`Interrupt the AI`,
              run: () => {
                void interruptTurn(composition.id);
              },
            },
          ]
        : []),
      ...drafts.map((draft) => ({
        id: `open-${draft.id}`,
        label: t`Open ${draft.name}`,
        run: () => {
          open(draft.id);
        },
      })),
      {
        id: "add-action-type",
        label: t`Add an action type…`,
        run: () => {
          addDraft("action-type");
        },
      },
      {
        id: "add-tool",
        label: t`Add a tool…`,
        run: () => {
          addDraft("tool");
        },
      },
    ];
  }, [
    composition.turnState,
    composition.id,
    companion,
    away,
    drafts,
    open,
    addDraft,
    onPanes,
    onStrip,
    onPublish,
    onOwnWindow,
  ]);
  useCommands(commands);
}
