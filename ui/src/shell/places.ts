import { IconVectorBezier2 } from "@tabler/icons-react";

/** Where one can go from everywhere: only what exists. */
export const places = [{ to: "/workbench", label: "Workbench", icon: IconVectorBezier2 }] as const;
