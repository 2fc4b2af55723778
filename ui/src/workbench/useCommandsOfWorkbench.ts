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
      { id: "publish", label: "Publish…", run: onPublish },
      ...(own || away
        ? [
            {
              id: "bring-back",
              label: "Bring the editor back",
              run: () => {
                companion.bringBack();
              },
            },
          ].filter(() => away)
        : [{ id: "own-window", label: "Open the editor in a window of its own", run: onOwnWindow }]),
      ...(own ? [] : [{ id: "focus", label: "Focus on the editor", keys: "Ctrl Shift F", run: pane("focus") }]),
      ...(away
        ? []
        : [
            { id: "maximize", label: "Maximize the editor", keys: "Ctrl Shift E", run: pane("maximize") },
            { id: "problems", label: "Show the problems", run: strip("problems") },
            { id: "tests", label: "Show the test output", run: strip("tests") },
          ]),
      ...(own
        ? []
        : [
            { id: "left", label: "Show or hide the list of drafts", run: pane("left") },
            { id: "right", label: "Show or hide the conversation", run: pane("right") },
          ]),
      ...(working
        ? [
            {
              id: "interrupt",
              label: "Interrupt the AI",
              run: () => {
                void interruptTurn(composition.id);
              },
            },
          ]
        : []),
      ...drafts.map((draft) => ({
        id: `open-${draft.id}`,
        label: `Open ${draft.name}`,
        run: () => {
          open(draft.id);
        },
      })),
      {
        id: "add-action-type",
        label: "Add an action type…",
        run: () => {
          addDraft("action-type");
        },
      },
      {
        id: "add-tool",
        label: "Add a tool…",
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
