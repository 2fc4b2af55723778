import { t } from "@lingui/core/macro";
import { ActionIcon, Tooltip } from "@mantine/core";
import { IconLayoutSidebarLeftExpand, IconLayoutSidebarRightExpand } from "@tabler/icons-react";

import classes from "./Workbench.module.css";

interface Props {
  side: "left" | "right";
  label: string;
  onOpen: () => void;
  /** The AI is at work behind it. */
  working?: boolean;
  /** How much was said since it was closed. */
  unread?: number;
}

/** What is left of a pane that is closed. */
export function Rail({ side, label, onOpen, working = false, unread = 0 }: Props) {
  const Icon = side === "left" ? IconLayoutSidebarLeftExpand : IconLayoutSidebarRightExpand;
  const state = working ? t`, the AI is working` : unread > 0 ? t`, ${unread} unread` : "";
  return (
    <div className={classes.rail} data-side={side} data-pane>
      <Tooltip label={t`Show ${label}${state}`} position={side === "left" ? "right" : "left"}>
        <ActionIcon aria-label={t`Show ${label}${state}`} onClick={onOpen}>
          <Icon size={16} stroke={1.5} />
        </ActionIcon>
      </Tooltip>
      {working && <span className={classes.signal} aria-hidden />}
      {unread > 0 && (
        <span className={classes.unread} aria-hidden>
          {unread > 9 ? "9+" : unread}
        </span>
      )}
    </div>
  );
}
