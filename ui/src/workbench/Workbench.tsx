import { t } from "@lingui/core/macro";
import { useHotkeys } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useSearchParams } from "react-router";

import { focusPlace } from "../objects/focusPlace";
import { useWholeWindow } from "../shell/wholeWindow";
import { AttachDialog } from "./attach/AttachDialog";
import { useControllerState, WorkbenchContext, type Place, type Selection, type Workbench as Shared } from "./context";
import type { Controller } from "./controller";
import { EditorWindowHeader, Header } from "./Header";
import { Gone } from "./ownWindow/Away";
import type { Companion } from "./ownWindow/companion";
import { useCompanion, useWishes } from "./ownWindow/useCompanion";
import { isFocused, nextPanes, rememberedPanes, rememberPanes, type PaneEvent } from "./paneState";
import { Panes } from "./Panes";
import { PublishDialog } from "./publish/PublishDialog";
import { turnsQuery } from "./queries";
import { listProblems } from "./strips/problems";
import type { StripView } from "./strips/Strip";
import { TriedExpressions } from "./tests/evaluations";
import { TestDialog } from "./tests/TestDialog";
import { TestRuns } from "./tests/testRuns";
import { AddDraft } from "./tree/AddDraft";
import type { Draft, DraftType, LoadedComposition, Turn, ValidationProblem } from "./types";
import { useCommandsOfWorkbench } from "./useCommandsOfWorkbench";
import { useComposerText } from "./useComposerText";
import { useEvents } from "./useEvents";
import { useLeaveByEscape, usePaneKeys } from "./usePaneKeys";
import { useTabs } from "./useTabs";
import classes from "./Workbench.module.css";

interface Props {
  composition: LoadedComposition;
  drafts: Draft[];
  controller: Controller;
  companion: Companion;
  /** Someone deleted the composition. */
  onDeleted: () => void;
}

const noTurns: Turn[] = [];
const nothing: Selection = { nodeIds: [], edgeIds: [] };

/** Tells screen readers what the AI did, wherever the conversation is. */
function Announcement() {
  const { announcement } = useControllerState();
  return (
    <div className={classes.hidden} role="status" aria-live="polite">
      {announcement}
    </div>
  );
}

/** Where a workflow is composed: drafts on the left, the editor in the middle, the conversation on the right. */
export function Workbench({ composition, drafts, controller, companion, onDeleted }: Props) {
  const [tests] = useState(() => new TestRuns());
  const [tried] = useState(() => new TriedExpressions());
  useEvents(composition, controller, tests, onDeleted);
  const idle = composition.turnState === "idle";
  useEffect(() => {
    if (idle) {
      tests.turnsEnded();
    }
  }, [idle, tests]);
  const turns = useQuery(turnsQuery(composition.id)).data ?? noTurns;
  const { openIds, activeId, open: openHere, close } = useTabs(composition.id, drafts);
  const { away, gone } = useCompanion(companion);
  const [selection, select] = useState(nothing);
  const [text, setText] = useComposerText(composition.id);
  const [panes, setPanes] = useState(() => rememberedPanes(localStorage));
  const [strip, setStrip] = useState<StripView>("problems");
  const [ofEditor, setOfEditor] = useState<ValidationProblem[]>();
  const [dialog, setDialog] = useState<"publish">();
  const [tested, setTested] = useState<Draft>();
  const [adding, setAdding] = useState<{ type: DraftType; name: string }>();
  const [parameters, setParameters] = useSearchParams();

  const change = useCallback((event: PaneEvent) => {
    setPanes((before) => {
      const after = nextPanes(before, event);
      rememberPanes(localStorage, after);
      return after;
    });
  }, []);
  const own = companion.own;
  useWholeWindow(panes.maximized);
  usePaneKeys();
  useHotkeys(
    [
      [
        "mod+shift+F",
        () => {
          if (!own) {
            change("focus");
          }
        },
      ],
      [
        "mod+shift+E",
        () => {
          change("maximize");
        },
      ],
    ],
    [],
  );
  useLeaveByEscape(panes.maximized, change);

  const open = useCallback(
    (itemId: string) => {
      openHere(itemId);
      companion.show({ itemId });
    },
    [openHere, companion],
  );
  useEffect(() => {
    companion.setActive(activeId);
  }, [companion, activeId]);
  const choose = useCallback(
    (next: Selection) => {
      select(next);
      if (own) {
        companion.tellSelection(next);
      }
    },
    [companion, own],
  );
  const openOwnWindow = useCallback(() => {
    if (!companion.openWindow()) {
      notifications.show({
        color: "red",
        title: t`The browser did not open the window`,
        message: t`It blocks windows that pages open. Allow them for this address, in the address bar, and try again.`,
        autoClose: 12_000,
      });
    }
  }, [companion]);

  const ask = useCallback(
    (question: string) => {
      if (!own) {
        setText(question);
        change("open-right");
      } else if (!companion.ask(question)) {
        notifications.show({
          title: t`The conversation is not open`,
          message: t`Open the composition in the workbench: this editor then works together with it.`,
        });
      }
    },
    [setText, change, companion, own],
  );
  const openByName = useCallback(
    (type: Draft["type"], name: string) => {
      const draft = drafts.find((d) => d.type === type && (type === "workflow" || d.name === name));
      if (draft) {
        open(draft.id);
      }
      return draft !== undefined;
    },
    [drafts, open],
  );
  const addDraft = useCallback((type: DraftType, name = "") => {
    setAdding({ type, name });
  }, []);
  const reveal = useCallback(
    ({ itemId, nodeId, edgeId, field }: Place) => {
      openHere(itemId);
      if (companion.away) {
        companion.show({ itemId, nodeId, edgeId, field });
        return;
      }
      // The editor may have to be opened first.
      requestAnimationFrame(() => {
        controller.getEditor()?.reveal({
          ...(nodeId === undefined ? {} : { nodeId }),
          ...(edgeId === undefined ? {} : { edgeId }),
          ...(field === undefined ? {} : { field }),
        });
        if (drafts.some(({ id, type }) => id === itemId && type !== "workflow")) {
          focusPlace(field ?? "");
        }
      });
    },
    [openHere, controller, companion, drafts],
  );
  const test = useCallback(
    (draft: Draft) => {
      if (companion.away) {
        companion.test(draft.id);
      } else {
        setTested(draft);
      }
    },
    [companion],
  );
  useWishes(companion, {
    show: reveal,
    shown: openHere,
    test: (itemId) => {
      setTested(drafts.find((draft) => draft.id === itemId));
    },
    select,
    ask,
  });
  const publish = useCallback(() => {
    setDialog("publish");
  }, []);

  const shared = useMemo<Shared>(
    () => ({
      composition,
      controller,
      companion,
      away,
      drafts,
      turns,
      tests,
      tried,
      activeId,
      openIds,
      open,
      close,
      reveal,
      openByName,
      selection,
      select: choose,
      ask,
      test,
      addDraft,
    }),
    [
      composition,
      controller,
      companion,
      away,
      drafts,
      turns,
      tests,
      tried,
      activeId,
      openIds,
      open,
      close,
      reveal,
      openByName,
      selection,
      choose,
      ask,
      test,
      addDraft,
    ],
  );
  useCommandsOfWorkbench({
    shared,
    onPanes: change,
    onStrip: setStrip,
    onPublish: publish,
    onOwnWindow: openOwnWindow,
  });

  if (gone) {
    return <Gone />;
  }
  return (
    <WorkbenchContext value={shared}>
      <div className={classes.workbench}>
        {panes.maximized && <h1 className={classes.hidden}>{composition.name}</h1>}
        {!panes.maximized &&
          (own ? (
            <EditorWindowHeader onPublish={publish} />
          ) : (
            <Header
              focused={isFocused(panes)}
              onFocus={() => {
                change("focus");
              }}
              onPublish={publish}
              onOwnWindow={openOwnWindow}
            />
          ))}
        <Announcement />
        <Panes
          panes={own ? { ...panes, left: false, right: false } : panes}
          onPanes={change}
          problems={listProblems(drafts, ofEditor)}
          onProblems={setOfEditor}
          strip={strip}
          onStrip={setStrip}
          text={text}
          onText={setText}
          onAttach={() => {
            setParameters({ attach: "1" }, { replace: true });
          }}
        />
      </div>
      <PublishDialog
        opened={dialog === "publish"}
        onClose={() => {
          setDialog(undefined);
        }}
      />
      <TestDialog
        draft={tested}
        onClose={() => {
          setTested(undefined);
        }}
        onStarted={() => {
          setStrip("tests");
          change("open-strip");
        }}
      />
      <AddDraft
        type={adding?.type}
        name={adding?.name ?? ""}
        onClose={() => {
          setAdding(undefined);
        }}
      />
      <AttachDialog
        compositionId={composition.id}
        opened={parameters.has("attach")}
        onClose={() => {
          setParameters({}, { replace: true });
        }}
      />
    </WorkbenchContext>
  );
}
