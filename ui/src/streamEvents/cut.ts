/** A text in which something was left out: what is shown, what is missing, and the path that gets it. */
export interface CutText {
  shown: string;
  missing: string;
  path: string;
}

const mark = /^(.*)… cut: (.*?); the path is (.+)$/s;

/** Reads a mark that the server put where it left something out. A text that only looks like one is no such path. */
export function readCut(text: string, cut: readonly string[]): CutText | undefined {
  const [, shown, missing, path] = mark.exec(text) ?? [];
  return shown !== undefined && missing !== undefined && path !== undefined && cut.includes(path)
    ? { shown, missing, path }
    : undefined;
}

/** The paths of an excerpt that no mark in its value names: keys that had no room. */
export function unmarked(value: unknown, cut: readonly string[]): string[] {
  const named = new Set<string>();
  const look = (part: unknown): void => {
    if (typeof part === "string") {
      const found = readCut(part, cut);
      if (found) {
        named.add(found.path);
      }
    } else if (typeof part === "object" && part !== null) {
      Object.values(part).forEach(look);
    }
  };
  look(value);
  return cut.filter((path) => !named.has(path));
}
