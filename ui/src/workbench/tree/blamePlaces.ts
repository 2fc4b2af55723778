import type { Schemas } from "../../api/client";

type Place = Schemas["BlamedPlace"];

const most = 200;

/** The places that have no other places in them. */
export function leavesOf(places: readonly Place[]): Place[] {
  const inner = new Set<string>();
  for (const { path } of places) {
    for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
      inner.add(path.slice(0, at));
    }
  }
  return places.filter(({ path }) => !inner.has(path)).slice(0, most);
}

/** A JSON Pointer in words: `/nodes/check/config/title` is "Check the amount › config › title". */
export function placeWords(path: string, names: ReadonlyMap<string, string>): string {
  const parts = path
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  if (parts[0] === "nodes" && parts[1] !== undefined) {
    return [names.get(parts[1]) ?? parts[1], ...parts.slice(2)].join(" › ");
  }
  return (parts[0] === "edges" ? parts.slice(1) : parts).join(" › ") || "everything";
}
