import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Group, Panel, Separator, useDefaultLayout } from "react-resizable-panels";

import { seenOf, unreadOf } from "./chat/seen";
import { useWorkbench } from "./context";
import { ItemTab } from "./editors/ItemTab";
import { Tabs } from "./editors/Tabs";
import { WorkflowTab } from "./editors/WorkflowTab";
import { Away } from "./ownWindow/Away";
import { visible, type PaneEvent, type PaneState } from "./paneState";
import { conversationQuery } from "./queries";
import { Rail } from "./Rail";
import type { ListedProblem } from "./strips/problems";
import { Strip, type StripView } from "./strips/Strip";
import { History } from "./tree/History";
import { Tree } from "./tree/Tree";
import type { ValidationProblem } from "./types";
import { WorkbenchChat } from "./WorkbenchChat";
import classes from "./Workbench.module.css";

interface Props {
  panes: PaneState;
  onPanes: (event: PaneEvent) => void;
  problems: ListedProblem[];
  onProblems: (problems: ValidationProblem[]) => void;
  strip: StripView;
  onStrip: (view: StripView) => void;
  text: string;
  onText: (text: string) => void;
  onAttach: () => void;
}

/** The three panes. Their sizes are remembered; a closed one leaves a rail. */
export function Panes(props: Props) {
  const { onPanes } = props;
  const panes = visible(props.panes);
  const { own } = useWorkbench().companion;
  const rails = !props.panes.maximized && !own;
  const panelIds = [...(panes.left ? ["left"] : []), "centre", ...(panes.right ? ["right"] : [])];
  const layout = useDefaultLayout({ id: "heddle-workbench", panelIds, storage: localStorage });
  return (
    <div className={classes.panes}>
      {rails && !panes.left && (
        <Rail
          side="left"
          label={t`the list of drafts`}
          onOpen={() => {
            onPanes("left");
          }}
        />
      )}
      <Group {...layout} className={classes.group ?? ""} orientation="horizontal">
        {panes.left && (
          <>
            <Panel
              id="left"
              className={classes.left ?? ""}
              defaultSize="250px"
              minSize="190px"
              maxSize="420px"
              groupResizeBehavior="preserve-pixel-size"
            >
              <Left
                onCollapse={() => {
                  onPanes("left");
                }}
              />
            </Panel>
            <Separator className={classes.bar ?? ""} aria-label={t`Width of the list of drafts`} />
          </>
        )}
        <Panel id="centre" minSize="320px">
          <Centre {...props} />
        </Panel>
        {panes.right && (
          <>
            <Separator className={classes.bar ?? ""} aria-label={t`Width of the conversation`} />
            <Panel
              id="right"
              defaultSize="372px"
              minSize="280px"
              maxSize="640px"
              groupResizeBehavior="preserve-pixel-size"
            >
              <WorkbenchChat
                text={props.text}
                onText={props.onText}
                onAttach={props.onAttach}
                onCollapse={() => {
                  onPanes("right");
                }}
              />
            </Panel>
          </>
        )}
      </Group>
      {rails && !panes.right && (
        <ChatRail
          onOpen={() => {
            onPanes("right");
          }}
        />
      )}
    </div>
  );
}

function Left({ onCollapse }: { onCollapse: () => void }) {
  const { drafts, activeId } = useWorkbench();
  const layout = useDefaultLayout({ id: "heddle-workbench-left", storage: localStorage });
  const chosen = drafts.find((draft) => draft.id === activeId);
  return (
    <Group {...layout} orientation="vertical" className={classes.group ?? ""}>
      <Panel id="tree" minSize="120px" className={classes.scroll ?? ""}>
        <Tree onCollapse={onCollapse} />
      </Panel>
      <Separator className={classes.line ?? ""} aria-label={t`Height of the history`} />
      <Panel id="history" defaultSize="40%" minSize="90px">
        {chosen && <History key={chosen.id} draft={chosen} />}
      </Panel>
    </Group>
  );
}

function Centre(props: Props) {
  return useWorkbench().away ? <Away /> : <Editors {...props} />;
}

function Editors({ panes, onPanes, problems, onProblems, strip, onStrip }: Props) {
  const { drafts, activeId } = useWorkbench();
  const showsStrip = visible(panes).strip;
  const layout = useDefaultLayout({
    id: "heddle-workbench-centre",
    panelIds: showsStrip ? ["editor", "strip"] : ["editor"],
    storage: localStorage,
  });
  const workflow = drafts.find((draft) => draft.type === "workflow");
  const active = drafts.find((draft) => draft.id === activeId);
  const below = (
    <Strip
      problems={problems}
      view={strip}
      onView={onStrip}
      opened={showsStrip}
      onToggle={() => {
        onPanes("strip");
      }}
    />
  );
  return (
    <div className={classes.centre}>
      <Tabs
        maximized={panes.maximized}
        onMaximize={() => {
          onPanes("maximize");
        }}
      />
      <Group {...layout} orientation="vertical" className={classes.group ?? ""}>
        <Panel id="editor" minSize="160px">
          {/* The workflow's editor stays, so that its undo steps and what the AI changes are not lost behind other tabs. */}
          {workflow && (
            <div
              className={classes.panel}
              id={workflow.id === activeId ? "draft-panel" : undefined}
              role="tabpanel"
              aria-labelledby={`tab-${workflow.id}`}
              hidden={workflow.id !== activeId}
            >
              <WorkflowTab draft={workflow} onProblems={onProblems} />
            </div>
          )}
          {active && active.type !== "workflow" && (
            <div
              key={active.id}
              className={classes.panel}
              id="draft-panel"
              role="tabpanel"
              aria-labelledby={`tab-${active.id}`}
            >
              <ItemTab draft={active} />
            </div>
          )}
        </Panel>
        {showsStrip && (
          <>
            <Separator className={classes.line ?? ""} aria-label={t`Height of the strip`} />
            <Panel id="strip" defaultSize="200px" minSize="90px" groupResizeBehavior="preserve-pixel-size">
              {below}
            </Panel>
          </>
        )}
      </Group>
      {!showsStrip && !panes.maximized && <div className={classes.closedStrip}>{below}</div>}
    </div>
  );
}

function ChatRail({ onOpen }: { onOpen: () => void }) {
  const { composition } = useWorkbench();
  const events = useQuery(conversationQuery(composition.sessionId)).data ?? [];
  const [seen] = useState(() => seenOf(localStorage, composition.sessionId));
  return (
    <Rail
      side="right"
      label={t`the conversation`}
      onOpen={onOpen}
      working={composition.turnState !== "idle"}
      unread={unreadOf(events, seen)}
    />
  );
}
