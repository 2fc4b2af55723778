import { t } from "@lingui/core/macro";
import {
  IconBolt,
  IconBoxModel2,
  IconMessageChatbot,
  IconPlayerPlay,
  IconSettings,
  IconSitemap,
  IconTool,
  IconVectorBezier2,
} from "@tabler/icons-react";

/** Where one can go from everywhere: only what exists. */
export const places = [
  { to: "/workbench", label: t`Workbench`, icon: IconVectorBezier2 },
  { to: "/assistant", label: t`Assistant`, icon: IconMessageChatbot },
  { to: "/workflows", label: t`Workflows`, icon: IconSitemap },
  { to: "/instances", label: t`Instances`, icon: IconPlayerPlay },
  { to: "/action-types", label: t`Action types`, icon: IconBoxModel2 },
  { to: "/tools", label: t`Tools`, icon: IconTool },
  { to: "/events", label: t`Events`, icon: IconBolt },
  { to: "/settings", label: t`Settings`, icon: IconSettings },
] as const;
