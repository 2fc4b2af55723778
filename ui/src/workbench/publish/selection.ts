import type { Schemas } from "../../api/client";

type Preview = Pick<Schemas["PublishPreviewItem"], "itemId" | "change" | "valid" | "requires" | "conflict">;

/** What is in the way of publishing the selected drafts. */
export type Obstacle = "nothing" | "invalid" | "conflict" | "name-taken";

/** It has something that is not published. */
const changed = (item: Preview): boolean => item.change !== "unchanged";

/** The drafts with all that they need to be published along. */
export function withRequired(ids: Iterable<string>, items: readonly Preview[]): Set<string> {
  const byId = new Map(items.map((item) => [item.itemId, item]));
  const found = new Set<string>();
  const add = (id: string) => {
    const item = byId.get(id);
    if (!item || found.has(id)) {
      return;
    }
    found.add(id);
    for (const needed of item.requires) {
      const other = byId.get(needed);
      if (other && changed(other)) {
        add(needed);
      }
    }
  };
  for (const id of ids) {
    add(id);
  }
  return found;
}

/** What the dialog begins with: all that changed and is valid, with what it needs. */
export function preselected(items: readonly Preview[]): Set<string> {
  const wanted = items.filter((item) => changed(item) && item.valid).map((item) => item.itemId);
  const invalid = new Set(items.filter((item) => !item.valid).map((item) => item.itemId));
  // What needs an invalid draft can't be published either.
  return new Set(
    wanted
      .filter((id) => [...withRequired([id], items)].every((needed) => !invalid.has(needed)))
      .flatMap((id) => [...withRequired([id], items)]),
  );
}

/** Selects a draft with what it needs, or takes it out with all that need it. */
export function toggled(selected: ReadonlySet<string>, id: string, items: readonly Preview[]): Set<string> {
  if (!selected.has(id)) {
    return withRequired([...selected, id], items);
  }
  return new Set([...selected].filter((other) => !withRequired([other], items).has(id)));
}

/** What is in the way of publishing what is selected; `force` overwrites what changed outside. */
export function obstacleOf(
  selected: ReadonlySet<string>,
  items: readonly Preview[],
  force: boolean,
): Obstacle | undefined {
  const chosen = items.filter((item) => selected.has(item.itemId));
  if (chosen.length === 0) {
    return "nothing";
  }
  if (chosen.some((item) => !item.valid)) {
    return "invalid";
  }
  if (chosen.some((item) => item.conflict?.reason === "name-taken")) {
    return "name-taken";
  }
  return chosen.some((item) => item.conflict) && !force ? "conflict" : undefined;
}

/** Why a draft is in or out beside what the person ticked. */
export interface Reason {
  /** It goes along, since these that are selected need it. */
  neededBy: string[];
  /** It stays out, since it needs these that are not selected. */
  lacks: string[];
}

/** Tells of a draft which others decide about it, by their names. */
export function reasonFor(
  id: string,
  selected: ReadonlySet<string>,
  items: readonly (Preview & { name: string })[],
): Reason {
  const others = items.filter((item) => item.itemId !== id && changed(item));
  const names = (found: typeof others) => found.map(({ name }) => name);
  if (selected.has(id)) {
    const need = others.filter((item) => selected.has(item.itemId) && withRequired([item.itemId], items).has(id));
    return { neededBy: names(need), lacks: [] };
  }
  const needed = withRequired([id], items);
  return {
    neededBy: [],
    lacks: names(others.filter((item) => needed.has(item.itemId) && !selected.has(item.itemId))),
  };
}
