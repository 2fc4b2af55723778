import type { InstanceStatus } from "../api/queries/instances";
import { Badge, type Tone } from "../components/Badge";

/** The statuses, in the order in which one asks for them. */
export const statuses: { value: InstanceStatus; label: string; tone: Tone }[] = [
  { value: "running", label: "Running", tone: "accent" },
  { value: "waiting", label: "Waiting", tone: "warn" },
  { value: "completed", label: "Completed", tone: "ok" },
  { value: "failed", label: "Failed", tone: "bad" },
  { value: "cancelled", label: "Cancelled", tone: "plain" },
  { value: "stale", label: "Stale", tone: "plain" },
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
