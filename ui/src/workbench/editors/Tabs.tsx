import { t } from "@lingui/core/macro";
import { ActionIcon, Tooltip } from "@mantine/core";
import { IconArrowsDiagonal, IconArrowsDiagonalMinimize2, IconX } from "@tabler/icons-react";
import { useRef } from "react";

import { useWorkbench } from "../context";
import { SaveState } from "../SaveState";
import { rowStatus } from "../tree/rowStatus";
import type { Draft } from "../types";
import classes from "./Tabs.module.css";

/** The open drafts. Arrow keys move among them, Delete closes one. */
export function Tabs({ maximized, onMaximize }: { maximized: boolean; onMaximize: () => void }) {
  const { drafts, openIds, activeId, open, close } = useWorkbench();
  const list = useRef<HTMLDivElement>(null);
  const shown = openIds.map((id) => drafts.find((draft) => draft.id === id)).filter((draft) => draft !== undefined);
  const go = (index: number) => {
    const draft = shown[(index + shown.length) % shown.length];
    if (draft) {
      open(draft.id);
      list.current?.querySelector<HTMLElement>(`[data-id="${draft.id}"]`)?.focus();
    }
  };
  const onKeyDown = (event: React.KeyboardEvent, draft: Draft, index: number) => {
    if (event.key === "ArrowRight") {
      go(index + 1);
    } else if (event.key === "ArrowLeft") {
      go(index - 1);
    } else if (event.key === "Delete" && draft.type !== "workflow") {
      close(draft.id);
      go(index - 1);
    } else {
      return;
    }
    event.preventDefault();
  };
  return (
    <div className={classes.bar} data-pane='[role="tab"][tabindex="0"]'>
      <div className={classes.tabs} role="tablist" aria-label={t`Open drafts`} ref={list}>
        {shown.map((draft, index) => {
          const active = draft.id === activeId;
          const status = rowStatus(draft);
          return (
            <div key={draft.id} className={classes.tab} data-active={active} role="presentation">
              <button
                type="button"
                role="tab"
                id={`tab-${draft.id}`}
                data-id={draft.id}
                aria-selected={active}
                aria-controls="draft-panel"
                aria-keyshortcuts={draft.type === "workflow" ? undefined : "Delete"}
                tabIndex={active ? 0 : -1}
                onClick={() => {
                  open(draft.id);
                }}
                onAuxClick={() => {
                  if (draft.type !== "workflow") {
                    close(draft.id);
                  }
                }}
                onKeyDown={(event) => {
                  onKeyDown(event, draft, index);
                }}
              >
                <span className={classes.name}>{draft.name}</span>
                {status.level !== "valid" && (
                  <span className={classes.dot} data-level={status.level} role="img" aria-label={status.words} />
                )}
                {/* For the pointer; the keyboard closes a tab by Delete. */}
                {draft.type !== "workflow" && (
                  <span
                    className={classes.close}
                    title={t`Close ${draft.name} (Delete)`}
                    onClick={(event) => {
                      event.stopPropagation();
                      close(draft.id);
                    }}
                  >
                    <IconX size={13} stroke={1.5} aria-hidden />
                  </span>
                )}
              </button>
            </div>
          );
        })}
      </div>
      <div className={classes.end}>
        {maximized && <SaveState />}
        <Tooltip label={maximized ? t`Show the panes again (Esc)` : t`Maximize the editor (Ctrl Shift E)`}>
          <ActionIcon
            size="sm"
            aria-label={maximized ? t`Show the panes again` : t`Maximize the editor`}
            aria-pressed={maximized}
            aria-keyshortcuts="Control+Shift+E"
            onClick={onMaximize}
          >
            {maximized ? (
              <IconArrowsDiagonalMinimize2 size={15} stroke={1.5} />
            ) : (
              <IconArrowsDiagonal size={15} stroke={1.5} />
            )}
          </ActionIcon>
        </Tooltip>
      </div>
    </div>
  );
}
