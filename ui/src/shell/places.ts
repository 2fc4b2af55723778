import { IconBolt, IconBoxModel2, IconPlayerPlay, IconSitemap, IconTool, IconVectorBezier2 } from "@tabler/icons-react";

/** Where one can go from everywhere: only what exists. */
export const places = [
  { to: "/workbench", label: "Workbench", icon: IconVectorBezier2 },
  { to: "/workflows", label: "Workflows", icon: IconSitemap },
  { to: "/instances", label: "Instances", icon: IconPlayerPlay },
  { to: "/action-types", label: "Action types", icon: IconBoxModel2 },
  { to: "/tools", label: "Tools", icon: IconTool },
  { to: "/events", label: "Events", icon: IconBolt },
] as const;
