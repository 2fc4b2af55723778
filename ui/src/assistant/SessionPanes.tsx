import { t } from "@lingui/core/macro";
import { ActionIcon, Tooltip } from "@mantine/core";
import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Group, Panel, Separator, useDefaultLayout } from "react-resizable-panels";

import type { ConfigItem } from "../api/queries/configItems";
import { Empty } from "../shell/states";
import { seenOf, unreadOf } from "../workbench/chat/seen";
import { visible, type PaneEvent, type PaneState } from "../workbench/paneState";
import { conversationQuery } from "../workbench/queries";
import { Rail } from "../workbench/Rail";
import { ProblemList } from "../workbench/strips/ProblemList";
import { askToFix, listed } from "../workbench/strips/problems";
import strips from "../workbench/strips/Strip.module.css";
import bench from "../workbench/Workbench.module.css";
import { useAssistant } from "./context";
import { ItemEditor } from "./ItemEditor";
import { ItemList } from "./ItemList";
import { SessionChat } from "./SessionChat";
import classes from "./SessionView.module.css";

interface Props {
  panes: PaneState;
  onPanes: (event: PaneEvent) => void;
  active: ConfigItem | undefined;
  text: string;
  onText: (text: string) => void;
}

/** The three panes. Their sizes are remembered; a closed one leaves a rail. */
export function SessionPanes({ panes, onPanes, active, text, onText }: Props) {
  const { left, right } = visible(panes);
  const panelIds = [...(left ? ["left"] : []), "centre", ...(right ? ["right"] : [])];
  const layout = useDefaultLayout({ id: "heddle-assistant", panelIds, storage: localStorage });
  const toggle = (pane: "left" | "right") => () => {
    onPanes(pane);
  };
  return (
    <div className={bench.panes}>
      {!left && <Rail side="left" label={t`the list of drafts`} onOpen={toggle("left")} />}
      <Group {...layout} className={bench.group ?? ""} orientation="horizontal">
        {left && (
          <>
            <Panel
              id="left"
              className={`${bench.left ?? ""} ${bench.scroll ?? ""}`}
              defaultSize="290px"
              minSize="220px"
              maxSize="460px"
              groupResizeBehavior="preserve-pixel-size"
            >
              <ItemList onCollapse={toggle("left")} />
            </Panel>
            <Separator className={bench.bar ?? ""} aria-label={t`Width of the list of drafts`} />
          </>
        )}
        <Panel id="centre" minSize="320px">
          <Centre
            active={active}
            opened={panes.strip}
            onToggle={() => {
              onPanes("strip");
            }}
          />
        </Panel>
        {right && (
          <>
            <Separator className={bench.bar ?? ""} aria-label={t`Width of the conversation`} />
            <Panel
              id="right"
              defaultSize="400px"
              minSize="280px"
              maxSize="640px"
              groupResizeBehavior="preserve-pixel-size"
            >
              <SessionChat text={text} onText={onText} drafts onCollapse={toggle("right")} />
            </Panel>
          </>
        )}
      </Group>
      {!right && <ChatRail onOpen={toggle("right")} />}
    </div>
  );
}

interface CentreProps {
  active: ConfigItem | undefined;
  opened: boolean;
  onToggle: () => void;
}

function Centre({ active, opened, onToggle }: CentreProps) {
  const layout = useDefaultLayout({
    id: "heddle-assistant-centre",
    panelIds: opened ? ["editor", "strip"] : ["editor"],
    storage: localStorage,
  });
  return (
    <div className={bench.centre} data-pane>
      <Group {...layout} orientation="vertical" className={bench.group ?? ""}>
        <Panel id="editor" minSize="160px">
          {active ? (
            <ItemEditor key={active.path} item={active} />
          ) : (
            <div className={classes.empty}>
              <Empty title={t`No drafts yet`}>
                {t`Tell the agent what should be set up: what it writes appears here, and you can edit it along. Nothing is in the catalog before you apply it.`}
              </Empty>
            </div>
          )}
        </Panel>
        {opened && (
          <>
            <Separator className={bench.line ?? ""} aria-label={t`Height of the strip`} />
            <Panel id="strip" defaultSize="180px" minSize="90px" groupResizeBehavior="preserve-pixel-size">
              <Strip opened onToggle={onToggle} />
            </Panel>
          </>
        )}
      </Group>
      {!opened && (
        <div className={bench.closedStrip}>
          <Strip opened={false} onToggle={onToggle} />
        </div>
      )}
    </div>
  );
}

function Strip({ opened, onToggle }: { opened: boolean; onToggle: () => void }) {
  const { items, busy, reveal, ask } = useAssistant();
  const problems = listed(items.map((item) => ({ ...item, id: item.path })));
  const errors = problems.some(({ problem }) => problem.severity === "error");
  const level = errors ? "errors" : problems.length > 0 ? "warnings" : "none";
  return (
    <section className={strips.strip} data-pane aria-label={t`Problems`}>
      <header className={strips.head}>
        <button type="button" className={strips.tab} aria-expanded={opened} onClick={onToggle}>
          {t`Problems`}
          {problems.length > 0 && (
            <span className={strips.count} data-level={level}>
              {problems.length}
            </span>
          )}
        </button>
        <Tooltip label={opened ? t`Close` : t`Open`}>
          <ActionIcon size="sm" aria-label={opened ? t`Close the strip` : t`Open the strip`} onClick={onToggle}>
            {opened ? <IconChevronDown size={15} stroke={1.5} /> : <IconChevronUp size={15} stroke={1.5} />}
          </ActionIcon>
        </Tooltip>
      </header>
      {opened && (
        <div className={strips.body}>
          <ProblemList
            problems={problems}
            busy={busy}
            onShow={({ itemId, problem }) => {
              reveal(itemId, problem.field);
            }}
            onAsk={(one) => {
              ask(askToFix(one));
            }}
          />
        </div>
      )}
    </section>
  );
}

function ChatRail({ onOpen }: { onOpen: () => void }) {
  const { session, busy } = useAssistant();
  const events = useQuery(conversationQuery(session.id)).data ?? [];
  const [seen] = useState(() => seenOf(localStorage, session.id));
  return (
    <Rail side="right" label={t`the conversation`} onOpen={onOpen} working={busy} unread={unreadOf(events, seen)} />
  );
}
