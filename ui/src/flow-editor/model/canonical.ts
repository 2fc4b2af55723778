import type { JsonText } from "./json";

/** The canonical form (RFC 8785) of a checked JSON value. */
export const canonical = (value: JsonText): string => write(JSON.parse(value));

// ECMAScript writes strings and numbers as the scheme prescribes, and sorts by UTF-16 code units as it does.
function write(value: unknown): string {
  if (Array.isArray(value)) {
    return `[${value.map(write).join(",")}]`;
  }
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${write(member)}`).join(",")}}`;
  }
  return JSON.stringify(value);
}

/** Tells whether two checked values are the same content, however they are written. An absent one equals only another. */
export function isSame(a: JsonText | undefined, b: JsonText | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && canonical(a) === canonical(b));
}
