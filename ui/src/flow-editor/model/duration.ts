import { plural, t } from "@lingui/core/macro";

/** The part of ISO 8601 that documents use: upper case, unsigned, days to seconds, a fraction in the seconds only. */
const pattern = /^P(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d{1,9})?)S)?)?$/;

export interface Duration {
  days: number;
  hours: number;
  minutes: number;
  seconds: number;
}

/** Reads a duration such as P1DT2H; undefined for what is none. */
export function parseDuration(text: string): Duration | undefined {
  const parts: (string | undefined)[] | undefined = pattern.exec(text)?.slice(1);
  if (!parts || parts.every((part) => part === undefined)) {
    return undefined;
  }
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0));
  return { days, hours, minutes, seconds };
}

export const isPositive = (duration: Duration): boolean => Object.values(duration).some((part) => part > 0);

/** "1 day 2 hours"; the text itself where it is no duration. */
export function durationInWords(text: string): string {
  const duration = parseDuration(text);
  if (!duration) {
    return text;
  }
  const { days, hours, minutes, seconds } = duration;
  const told = [
    ...(days > 0 ? [plural(days, { one: "# day", other: "# days" })] : []),
    ...(hours > 0 ? [plural(hours, { one: "# hour", other: "# hours" })] : []),
    ...(minutes > 0 ? [plural(minutes, { one: "# minute", other: "# minutes" })] : []),
    ...(seconds > 0 ? [plural(seconds, { one: "# second", other: "# seconds" })] : []),
  ];
  return told.join(" ") || t`no time`;
}
