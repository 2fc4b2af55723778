import { t } from "@lingui/core/macro";

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto", style: "narrow" });
const full = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const number = new Intl.NumberFormat();
const money = new Intl.NumberFormat(undefined, { style: "currency", currency: "USD", maximumFractionDigits: 4 });

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];

/** How long ago something was, in few words. */
export function ago(at: string, now = Date.now()): string {
  const seconds = Math.round((now - Date.parse(at)) / 1000);
  for (const [unit, size] of units) {
    if (seconds >= size) {
      return relative.format(-Math.floor(seconds / size), unit);
    }
  }
  return "now";
}

/** Date and time. */
export const when = (at: string): string => full.format(new Date(at));

/** How long something took. */
export function took(milliseconds: number): string {
  if (milliseconds < 1000) {
    return t`${number.format(Math.max(0, Math.round(milliseconds)))} ms`;
  }
  if (milliseconds < 60_000) {
    return `${number.format(Math.round(milliseconds / 100) / 10)} s`;
  }
  return t`${number.format(Math.round(milliseconds / 60_000))} min`;
}

export const count = (n: number): string => number.format(n);
export const dollars = (n: number): string => money.format(n);
