import { useHotkeys } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { useSearchParams } from "react-router";

import { AttachDialog } from "./attach/AttachDialog";
import { WorkbenchContext, type Place, type Selection, type Workbench as Shared } from "./context";
import type { Controller } from "./controller";
import { Header } from "./Header";
import { isFocused, nextPanes, rememberedPanes, rememberPanes, type PaneEvent } from "./paneState";
import { Panes } from "./Panes";
import { PublishDialog } from "./publish/PublishDialog";
import { turnsQuery } from "./queries";
import { listProblems } from "./strips/problems";
import type { StripView } from "./strips/Strip";
import { TestDialog } from "./tests/TestDialog";
import { TestRuns } from "./tests/testRuns";
import { AddDraft } from "./tree/AddDraft";
import type { Draft, DraftType, LoadedComposition, Turn, ValidationProblem } from "./types";
import { useComposerText } from "./useComposerText";
import { useEvents } from "./useEvents";
import { useTabs } from "./useTabs";
import classes from "./Workbench.module.css";

interface Props {
  composition: LoadedComposition;
  drafts: Draft[];
  controller: Controller;
}

const noTurns: Turn[] = [];
const nothing: Selection = { nodeIds: [], edgeIds: [] };

/** Where a workflow is composed: drafts on the left, the editor in the middle, the conversation on the right. */
export function Workbench({ composition, drafts, controller }: Props) {
  const [tests] = useState(() => new TestRuns());
  useEvents(composition, controller, tests);
  const turns = useQuery(turnsQuery(composition.id)).data ?? noTurns;
  const { openIds, activeId, open, close } = useTabs(composition.id, drafts);
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
  useHotkeys(
    [
      [
        "mod+shift+F",
        () => {
          change("focus");
        },
      ],
    ],
    [],
  );

  const ask = useCallback(
    (question: string) => {
      setText(question);
      change("open-right");
    },
    [setText, change],
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
      open(itemId);
      // The editor may have to be opened first.
      requestAnimationFrame(() => {
        controller.getEditor()?.reveal({
          ...(nodeId === undefined ? {} : { nodeId }),
          ...(edgeId === undefined ? {} : { edgeId }),
          ...(field === undefined ? {} : { field }),
        });
      });
    },
    [open, controller],
  );

  const shared = useMemo<Shared>(
    () => ({
      composition,
      controller,
      drafts,
      turns,
      tests,
      activeId,
      openIds,
      open,
      close,
      reveal,
      openByName,
      selection,
      select,
      ask,
      test: setTested,
      addDraft,
    }),
    [
      composition,
      controller,
      drafts,
      turns,
      tests,
      activeId,
      openIds,
      open,
      close,
      reveal,
      openByName,
      selection,
      ask,
      addDraft,
    ],
  );

  return (
    <WorkbenchContext value={shared}>
      <div className={classes.workbench}>
        <Header
          focused={isFocused(panes)}
          onFocus={() => {
            change("focus");
          }}
          onPublish={() => {
            setDialog("publish");
          }}
        />
        <Panes
          panes={panes}
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
