import { ActionIcon, Tooltip } from "@mantine/core";
import { IconLayoutSidebarLeftExpand, IconLayoutSidebarRightExpand } from "@tabler/icons-react";

import classes from "./Workbench.module.css";

interface Props {
  side: "left" | "right";
  label: string;
  onOpen: () => void;
  /** The AI is at work behind it. */
  working?: boolean;
  /** Something was said since it was closed. */
  unread?: boolean;
}

/** What is left of a pane that is closed. */
export function Rail({ side, label, onOpen, working = false, unread = false }: Props) {
  const Icon = side === "left" ? IconLayoutSidebarLeftExpand : IconLayoutSidebarRightExpand;
  const state = working ? ", the AI is working" : unread ? ", something new" : "";
  return (
    <div className={classes.rail} data-side={side}>
      <Tooltip label={`Show ${label}${state}`} position={side === "left" ? "right" : "left"}>
        <ActionIcon aria-label={`Show ${label}${state}`} onClick={onOpen}>
          <Icon size={16} stroke={1.5} />
        </ActionIcon>
      </Tooltip>
      {(working || unread) && <span className={classes.signal} data-working={working} />}
    </div>
  );
}
