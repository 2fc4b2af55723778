import type { ServerEvent } from "../../events/protocol";

/** The text that the agent writes at the moment, as far as it has come. It is shown until the stored text is there. */
export interface Writing {
  turnId: string;
  text: string;
  /** How many parts have come. */
  parts: number;
  /** The number of the newest stored event when the text began: what is stored behind it may be this text. */
  after: number;
}

/**
 * Adds a part of a text to what has come of it. Parts are numbered from 0; a window that misses one shows nothing more
 * of this text until all of it is stored.
 *
 * @param newest the number of the newest stored event that the window knows of
 */
export function heard(writing: Writing | null, data: ServerEvent["data"], newest: number): Writing | null {
  const { turnId, part, text } = data;
  if (typeof turnId !== "string" || typeof part !== "number" || typeof text !== "string") {
    return writing;
  }
  if (part === 0) {
    return { turnId, text, parts: 1, after: newest };
  }
  if (writing?.turnId !== turnId || writing.parts !== part) {
    return null;
  }
  return { ...writing, text: writing.text + text, parts: part + 1 };
}
