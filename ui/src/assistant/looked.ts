import type { ConfigItem } from "../api/queries/configItems";

type Looked = Readonly<Record<string, string>>;

const key = (sessionId: string) => `heddle-looked-${sessionId}`;

/** Which content of each draft was looked at in this browser, by path. */
export function lookedAt(storage: Pick<Storage, "getItem">, sessionId: string): Looked {
  try {
    return JSON.parse(storage.getItem(key(sessionId)) ?? "{}") as Looked;
  } catch {
    return {};
  }
}

/** Notes that a draft was looked at as it is. */
export function look(
  storage: Pick<Storage, "getItem" | "setItem">,
  sessionId: string,
  { path, contentRevision }: Pick<ConfigItem, "path" | "contentRevision">,
): Looked {
  const before = lookedAt(storage, sessionId);
  if (before[path] === contentRevision) {
    return before;
  }
  const after = { ...before, [path]: contentRevision };
  storage.setItem(key(sessionId), JSON.stringify(after));
  return after;
}

/** Whether the AI wrote the draft and nobody has looked at that yet. */
export const isUnseen = (
  looked: Looked,
  { path, contentRevision, author }: Pick<ConfigItem, "path" | "contentRevision" | "author">,
): boolean => author === "ai" && looked[path] !== contentRevision;
