import { t } from "@lingui/core/macro";
import { ReactFlowProvider } from "@xyflow/react";
import {
  lazy,
  useCallback,
  type Ref,
  type RefObject,
  Suspense,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";

import { Loading } from "../shell/states";
import { Canvas } from "./canvas/Canvas";
import type { MenuPlace } from "./canvas/menuPlace";
import { ContextMenu } from "./chrome/ContextMenu";
import { Keys } from "./chrome/Keys";
import { useLayoutPreference } from "./chrome/layoutPreference";
import { ReviewBar } from "./chrome/ReviewBar";
import { Search } from "./chrome/Search";
import { Toolbar } from "./chrome/Toolbar";
import { ZoomBar } from "./chrome/ZoomBar";
import chrome from "./chrome/chrome.module.css";
import type { FlowEditorHandle, FlowEditorProps } from "./contract";
import classes from "./FlowEditor.module.css";
import { WorkflowDocument } from "./model/document";
import { JsonError } from "./model/jsonCheck";
import { showChange } from "./store/commands";
import { FlowStore } from "./store/FlowStore";
import { useEditorKeys } from "./useEditorKeys";
import { FlowContext, useFlow, useHost, useStore } from "./useFlow";
import { useBalance, useValidation } from "./useValidation";

const Panel = lazy(() => import("./panel/Panel").then((module) => ({ default: module.Panel })));
const SimulationPanel = lazy(() =>
  import("./simulate/SimulationPanel").then((module) => ({ default: module.SimulationPanel })),
);

type Props = FlowEditorProps & { ref?: Ref<FlowEditorHandle> };

/** An editor of a workflow as a graph. It knows of servers only what the host tells it. */
export function FlowEditor(props: Props) {
  const problem = useMemo(() => problemOf(props.workflow), [props.workflow]);
  if (problem !== undefined) {
    return (
      <div className={classes.trouble} role="alert">
        <h2>{t`This workflow can’t be opened`}</h2>
        <p>{t`Its text is no workflow document. Nothing was changed; it can be mended where it comes from.`}</p>
        <p>{problem}</p>
      </div>
    );
  }
  return <OpenEditor {...props} />;
}

export default FlowEditor;

/** Why a text is no document; undefined when it is one. */
function problemOf(text: string): string | undefined {
  try {
    WorkflowDocument.parse(text);
    return undefined;
  } catch (error) {
    if (error instanceof JsonError) {
      return error.message;
    }
    throw error;
  }
}

function OpenEditor({ ref, workflow, host, onProblems, readOnly = false, highlightApplied = true, ...events }: Props) {
  const [store] = useState(() => new FlowStore(workflow));
  const layout = useLayoutPreference();
  const context = useMemo(() => ({ store, host }), [store, host]);
  const { onChange, onProposalResolved, onSelectionChange } = events;
  useLayoutEffect(() => {
    store.configure({
      readOnly,
      highlightApplied,
      layout,
      onChange,
      onProposalResolved,
      ...(onSelectionChange ? { onSelectionChange } : {}),
    });
  }, [store, readOnly, highlightApplied, layout, onChange, onProposalResolved, onSelectionChange]);
  useEffect(() => {
    store.receive(workflow);
  }, [store, workflow]);
  useImperativeHandle(ref, () => handleOf(store), [store]);
  return (
    <FlowContext value={context}>
      <ReactFlowProvider>
        <Workspace onProblems={onProblems} />
      </ReactFlowProvider>
    </FlowContext>
  );
}

const handleOf = (store: FlowStore): FlowEditorHandle => ({
  propose: (proposal) => store.propose(proposal),
  apply: (proposal) => store.apply(proposal),
  withdraw: () => {
    store.withdraw();
  },
  replace: (workflow, origin) => store.replace(workflow, origin),
  clearHighlights: () => {
    store.set({ highlights: undefined });
  },
  getSnapshot: () => store.snapshot(),
  reveal: (place) => {
    store.reveal(place);
  },
});

function Workspace({ onProblems }: { onProblems: FlowEditorProps["onProblems"] | undefined }) {
  const store = useStore();
  const host = useHost();
  const panel = useFlow((state) => state.panel);
  const connecting = useFlow((state) => state.connectFrom);
  const document = useFlow((state) => state.document);
  const isReviewing = useFlow((state) => state.review !== undefined);
  const [menu, setMenu] = useState<MenuPlace>();
  const [isSearching, setIsSearching] = useState(false);
  const [areKeysShown, setAreKeysShown] = useState(false);
  const [withMap, setWithMap] = useState(false);
  const stage = useRef<HTMLDivElement>(null);
  useKeptFocus(stage, panel !== undefined, isReviewing);
  useValidation(store, host, onProblems);
  useBalance(store, host);
  const openPanel = useCallback(() => {
    const { nodeIds, edgeIds } = store.getState().selection;
    store.set({ panel: "properties", revealed: { nodeIds: [...nodeIds], edgeIds: [...edgeIds], field: "*" } });
  }, [store]);
  const openSearch = () => {
    setIsSearching(true);
  };
  const openKeys = () => {
    setAreKeysShown(true);
  };
  const keys = useEditorKeys({
    openSearch,
    openKeys,
    openPanel,
    openMenu: setMenu,
    toggleMap: () => {
      setWithMap(!withMap);
    },
  });
  return (
    <div className={classes.editor} data-flow-editor data-reviewing={isReviewing} onKeyDown={keys.onKeyDown}>
      <div className={classes.stage}>
        <div
          ref={stage}
          className={classes.canvas}
          role="application"
          aria-label={t`Workflow canvas`}
          aria-roledescription={t`workflow canvas`}
          tabIndex={0}
          onKeyDown={keys.onCanvasKeyDown}
          onCopy={keys.onCopy}
          onCut={keys.onCut}
          onPaste={keys.onPaste}
          onClick={(event) => {
            const label = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-edge-id]") : null;
            if (label?.dataset.edgeId) {
              store.select({ nodeIds: new Set(), edgeIds: new Set([label.dataset.edgeId]) });
              showChange(store, { edgeId: label.dataset.edgeId });
            }
          }}
        >
          <Canvas withMap={withMap} openMenu={setMenu} openPanel={openPanel} />
        </div>
        <Toolbar openSearch={openSearch} openKeys={openKeys} />
        <ZoomBar
          withMap={withMap}
          onMap={() => {
            setWithMap(!withMap);
          }}
        />
        {document.nodes.length === 0 && !isReviewing && (
          <p
            className={classes.empty}
          >{t`This workflow has no steps yet. Add a start with the buttons above, or press A.`}</p>
        )}
        {connecting !== undefined && (
          <p
            className={chrome.hint}
          >{t`Connecting from ${document.titleOf(connecting)}: choose a step, Enter connects, Escape stops`}</p>
        )}
        {isSearching && (
          <Search
            close={() => {
              setIsSearching(false);
              stage.current?.focus();
            }}
          />
        )}
        <ReviewBar />
        {menu && (
          <ContextMenu
            place={menu}
            openPanel={openPanel}
            close={() => {
              setMenu(undefined);
              stage.current?.focus({ preventScroll: true });
            }}
          />
        )}
      </div>
      <Suspense
        fallback={
          <aside className={classes.panelLoading}>
            <Loading />
          </aside>
        }
      >
        {panel === "properties" && <Panel />}
        {panel === "simulation" && <SimulationPanel />}
      </Suspense>
      <Keys
        opened={areKeysShown}
        close={() => {
          setAreKeysShown(false);
        }}
      />
      <Announcer />
    </div>
  );
}

/** Gives the focus to the canvas when what had it is gone: a panel that was closed, a decision that was made. */
function useKeptFocus(stage: RefObject<HTMLDivElement | null>, hasPanel: boolean, hasReview: boolean): void {
  const had = useRef({ hasPanel, hasReview });
  useEffect(() => {
    const isGone = (had.current.hasPanel && !hasPanel) || (had.current.hasReview && !hasReview);
    had.current = { hasPanel, hasReview };
    if (isGone && document.activeElement === document.body) {
      stage.current?.focus({ preventScroll: true });
    }
  }, [stage, hasPanel, hasReview]);
}

/** Tells screen readers what happened. */
function Announcer() {
  const announcement = useFlow((state) => state.announcement);
  const isStale = useFlow((state) => state.review?.isStale ?? false);
  return (
    <>
      <p className={classes.announcer} role="status" aria-live="polite">
        {announcement}
      </p>
      <p className={classes.announcer} aria-live="polite">
        {isStale ? t`The workflow was changed, so the proposal no longer fits.` : ""}
      </p>
    </>
  );
}
