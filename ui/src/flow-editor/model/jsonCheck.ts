import { isIllFormed, skipScalar, skipString, unquote } from "./json";

/** The deepest nesting of objects and lists that is accepted. */
const maxDepth = 1000;

/** Why a text is no JSON that the JSON Canonicalization Scheme (RFC 8785) represents without altering it. */
export class JsonError extends Error {
  constructor(
    readonly code:
      | "invalid-json"
      | "invalid-utf8"
      | "lone-surrogate"
      | "duplicate-key"
      | "number-out-of-range"
      | "number-not-exact"
      | "nesting-too-deep"
      | "not-an-object",
    message: string,
  ) {
    super(message);
  }
}

/** Throws a JsonError unless the text is one acceptable JSON value. */
export function checkJson(text: string): void {
  if (isIllFormed(text)) {
    throw new JsonError("invalid-utf8", "The text holds a character that is none.");
  }
  try {
    JSON.parse(text);
  } catch (error) {
    throw new JsonError("invalid-json", error instanceof Error ? error.message : "The text is not JSON.");
  }
  checkTokens(text);
}

/** Looks at keys, strings and numbers of a text that is valid JSON. */
function checkTokens(text: string): void {
  // The keys of each open object; null for a list.
  const open: (Set<string> | null)[] = [];
  let isKey = false;
  for (let i = 0; i < text.length;) {
    const c = text.charAt(i);
    if (c === '"') {
      const end = skipString(text, i);
      const value = unquote(text.slice(i, end));
      if (isIllFormed(value)) {
        throw new JsonError("lone-surrogate", `${where(text, i)}: an escape stands for half a character.`);
      }
      if (isKey) {
        noteKey(open.at(-1), value, text, i);
      }
      isKey = false;
      i = end;
    } else if (c === "-" || (c >= "0" && c <= "9")) {
      const end = skipScalar(text, i);
      checkNumber(text.slice(i, end), text, i);
      i = end;
    } else {
      if (c === "{" || c === "[") {
        open.push(c === "{" ? new Set() : null);
        if (open.length > maxDepth) {
          throw new JsonError("nesting-too-deep", `${where(text, i)}: nested more than ${maxDepth} levels deep.`);
        }
      } else if (c === "}" || c === "]") {
        open.pop();
      }
      isKey = c === "{" || (c === "," && open.at(-1) !== null) || (isKey && c !== "}" && c !== "[");
      i++;
    }
  }
}

function noteKey(keys: Set<string> | null | undefined, key: string, text: string, at: number): void {
  if (keys?.has(key)) {
    throw new JsonError("duplicate-key", `${where(text, at)}: the key “${key}” appears twice in one object.`);
  }
  keys?.add(key);
}

function checkNumber(lexeme: string, text: string, at: number): void {
  const number = Number(lexeme);
  const [digits = ""] = lexeme.split(/[eE]/);
  if (!Number.isFinite(number) || (number === 0 && /[1-9]/.test(digits))) {
    throw new JsonError("number-out-of-range", `${where(text, at)}: the number ${lexeme} is out of range.`);
  }
  if (/^-?\d+$/.test(lexeme) && lexeme.length > 15 && BigInt(number) !== BigInt(lexeme)) {
    throw new JsonError(
      "number-not-exact",
      `${where(text, at)}: the integer ${lexeme} can't be held; write it as text.`,
    );
  }
}

function where(text: string, at: number): string {
  const lines = text.slice(0, at).split("\n");
  return `Line ${lines.length}, column ${(lines.at(-1) ?? "").length + 1}`;
}
