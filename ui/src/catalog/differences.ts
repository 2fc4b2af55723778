import { isObject, sameJSON, type JSONObject } from "../lib/json";

/** A member of an object that two sides say differently, as texts. */
export interface Difference {
  name: string;
  theirs: string;
  mine: string;
}

/** What differs between two texts of an object, member by member; a script counts as its members. */
export function differences(theirs: string, mine: string): Difference[] {
  const [a, b] = [flat(theirs), flat(mine)];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])]
    .filter((name) => !sameJSON(a[name], b[name]))
    .map((name) => ({ name, theirs: written(a[name]), mine: written(b[name]) }));
}

function flat(text: string): JSONObject {
  const value: unknown = JSON.parse(text);
  if (!isObject(value)) {
    return {};
  }
  const { script, ...members } = value;
  return isObject(script)
    ? { ...members, ...Object.fromEntries(Object.entries(script).map(([key, part]) => [`script ${key}`, part])) }
    : value;
}

function written(value: unknown): string {
  if (value === undefined) {
    return "";
  }
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}
