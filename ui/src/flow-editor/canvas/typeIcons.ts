import {
  IconBolt,
  IconClock,
  IconFlag,
  IconPlayerPlay,
  IconPuzzle,
  IconSettingsBolt,
  IconUser,
  type Icon,
  type IconProps,
} from "@tabler/icons-react";
import { createElement } from "react";

import type { NodeType } from "../model/document";
import { isNodeType } from "../model/words";

const icons: Record<NodeType, Icon> = {
  start: IconPlayerPlay,
  action: IconSettingsBolt,
  "human-task": IconUser,
  "receive-event": IconBolt,
  wait: IconClock,
  end: IconFlag,
};

/** The icon of a node's type. */
export function TypeIcon({ type, ...props }: IconProps & { type: string }) {
  const icon = isNodeType(type) ? icons[type] : IconPuzzle;
  return createElement(icon, { stroke: 1.6, "aria-hidden": true, ...props });
}
