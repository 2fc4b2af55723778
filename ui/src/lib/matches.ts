/** Tells whether all words of a search are found in some of the texts, in any case. */
export function matches(search: string, ...texts: (string | undefined)[]): boolean {
  const all = texts.filter(Boolean).join("\n").toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}
