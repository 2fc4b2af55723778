import { t } from "@lingui/core/macro";

import type { InstanceStatus } from "../api/queries/instances";
import { Badge, type Tone } from "../components/Badge";

/** The statuses, in the order in which one asks for them. */
export const statuses: { value: InstanceStatus; label: string; tone: Tone }[] = [
  { value: "running", label: t`Running`, tone: "accent" },
  { value: "waiting", label: t`Waiting`, tone: "warn" },
  { value: "completed", label: t`Completed`, tone: "ok" },
  { value: "failed", label: t`Failed`, tone: "bad" },
  { value: "cancelled", label: t`Cancelled`, tone: "plain" },
  { value: "stale", label: t`Stale`, tone: "plain" },
];

/** Where a run stands. */
export function StatusBadge({ status }: { status: InstanceStatus }) {
  const known = statuses.find(({ value }) => value === status);
  return (
    <Badge tone={known?.tone ?? "plain"} dot>
      {known?.label ?? status}
    </Badge>
  );
}
