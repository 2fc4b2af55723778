import { t } from "@lingui/core/macro";

const clock = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });
const ago = new Intl.RelativeTimeFormat(undefined, { numeric: "auto", style: "short" });

/** A moment as people write it, in their own time zone. */
export function moment(iso: string): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? iso : clock.format(at);
}

const steps: [unit: Intl.RelativeTimeFormatUnit, milliseconds: number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** How long ago a moment was; one further back than a week is given as its date. */
export function since(iso: string, now: number): string {
  const passed = now - new Date(iso).getTime();
  if (Number.isNaN(passed)) {
    return iso;
  }
  if (passed > 7 * 86_400_000) {
    return new Intl.DateTimeFormat(undefined, { dateStyle: "medium" }).format(new Date(iso));
  }
  for (const [unit, size] of steps) {
    if (passed >= size) {
      return ago.format(-Math.floor(passed / size), unit);
    }
  }
  return t`just now`;
}

/** A length of time: `340 ms`, `4.2 s`, `3 min 5 s`, `2 h 10 min`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1000) {
    return t`${Math.max(0, Math.round(milliseconds))} ms`;
  }
  const seconds = milliseconds / 1000;
  if (seconds < 60) {
    return `${seconds.toFixed(1)} s`;
  }
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) {
    return t`${minutes} min ${Math.floor(seconds % 60)} s`;
  }
  return t`${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** The time between two moments. */
export const between = (from: string, to: string): string =>
  duration(new Date(to).getTime() - new Date(from).getTime());

/** `“a”, “b” and “c”`, without the quotes. */
export function enumerated(names: string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : t`${names.slice(0, -1).join(", ")} and ${last}`;
}
