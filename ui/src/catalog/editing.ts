import { sameJSON } from "../lib/json";
import { membersOf, objectOf } from "../lib/rawJson";

/** A state of an object that the server has, with its content as it was sent. */
export interface Saved {
  text: string;
  revision: string;
}

/** An object under work: what it was loaded as, and what was made of it. */
export interface Editing {
  base: Saved;
  text: string;
  /** What somebody else made of it meanwhile, where both changed the same. */
  theirs?: Saved;
  /** What somebody else changed meanwhile, and nobody here did, was taken over. */
  merged?: boolean;
}

export const begin = (saved: Saved): Editing => ({ base: saved, text: saved.text });

export const isChanged = ({ base, text }: Editing): boolean =>
  text !== base.text && !sameJSON(JSON.parse(text), JSON.parse(base.text));

export const edited = ({ base, theirs }: Editing, text: string): Editing => ({ base, text, ...(theirs && { theirs }) });

const same = (a: string | undefined, b: string | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && sameJSON(JSON.parse(a), JSON.parse(b)));

/** Two descendants of a text in one: each member as who changed it has it; as it is here where both did. */
export function merge(base: string, mine: string, theirs: string): { text: string; conflicts: string[] } {
  const [before, here, there] = [membersOf(base), membersOf(mine), membersOf(theirs)];
  const conflicts: string[] = [];
  const merged: [string, string][] = [];
  for (const name of new Set([...there.keys(), ...here.keys()])) {
    const [was, own, other] = [before.get(name), here.get(name), there.get(name)];
    if (!same(was, own) && !same(was, other) && !same(own, other)) {
      conflicts.push(name);
    }
    const value = same(was, own) ? other : own;
    if (value !== undefined) {
      merged.push([name, value]);
    }
  }
  return { text: objectOf(merged), conflicts };
}

/** The server has another state. It is taken in beside what was changed here; where both changed the same, it is kept aside. */
export function arrived(editing: Editing, saved: Saved): Editing {
  if (saved.revision === editing.base.revision) {
    return editing.theirs === undefined ? editing : { base: editing.base, text: editing.text };
  }
  if (!isChanged(editing)) {
    return begin(saved);
  }
  const { text, conflicts } = merge(editing.base.text, editing.text, saved.text);
  if (conflicts.length === 0) {
    return { base: saved, text, merged: true };
  }
  return saved.revision === editing.theirs?.revision ? editing : { ...editing, theirs: saved };
}

/** A text was saved. What was typed since stays, and is not saved. */
export const saved = (editing: Editing, sent: string, as: Saved): Editing => ({
  base: as,
  text: editing.text === sent ? as.text : editing.text,
});

/** Drops what was made here for what the server has. */
export const dropped = ({ base, theirs }: Editing): Editing => begin(theirs ?? base);

/** Goes on with what was made here: the next save goes over what somebody else made of the same. */
export const insisted = ({ base, text, theirs }: Editing): Editing =>
  theirs === undefined ? { base, text } : { base: theirs, text: merge(base.text, text, theirs.text).text };
