// JSON text, cut and joined without being parsed, so that no big number, key order or spelling of a number is lost.

const space = /[\s]/;

function skipSpace(text: string, at: number): number {
  while (at < text.length && space.test(text.charAt(at))) {
    at++;
  }
  return at;
}

/** Where the string that begins at the place ends. */
function endOfString(text: string, at: number): number {
  for (let i = at + 1; i < text.length; i++) {
    const c = text.charAt(i);
    if (c === "\\") {
      i++;
    } else if (c === '"') {
      return i + 1;
    }
  }
  throw new SyntaxError("a string has no end");
}

/** Where the value that begins at the place ends. */
function endOfValue(text: string, at: number): number {
  const first = text.charAt(at);
  if (first === '"') {
    return endOfString(text, at);
  }
  if (first !== "{" && first !== "[") {
    const rest = /[\s,\]}]/.exec(text.slice(at));
    return rest ? at + rest.index : text.length;
  }
  let depth = 0;
  for (let i = at; i < text.length; i++) {
    const c = text.charAt(i);
    if (c === '"') {
      i = endOfString(text, i) - 1;
    } else if (c === "{" || c === "[") {
      depth++;
    } else if ((c === "}" || c === "]") && --depth === 0) {
      return i + 1;
    }
  }
  throw new SyntaxError("a value has no end");
}

/** The elements of a JSON array, each as text. */
export function elementsOf(text: string): string[] {
  const found: string[] = [];
  let at = skipSpace(text, 0);
  if (text.charAt(at) !== "[") {
    throw new SyntaxError("this is no JSON array");
  }
  at = skipSpace(text, at + 1);
  while (text.charAt(at) !== "]") {
    const end = endOfValue(text, at);
    found.push(text.slice(at, end));
    at = skipSpace(text, end);
    if (text.charAt(at) === ",") {
      at = skipSpace(text, at + 1);
    } else if (text.charAt(at) !== "]") {
      throw new SyntaxError("an array has no end");
    }
  }
  return found;
}

/** The members of a JSON object in their order, each value as text. */
export function membersOf(text: string): Map<string, string> {
  const found = new Map<string, string>();
  let at = skipSpace(text, 0);
  if (text.charAt(at) !== "{") {
    throw new SyntaxError("this is no JSON object");
  }
  at = skipSpace(text, at + 1);
  while (text.charAt(at) !== "}") {
    const keyEnd = endOfString(text, at);
    const key = JSON.parse(text.slice(at, keyEnd)) as string;
    const from = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const end = endOfValue(text, from);
    found.set(key, text.slice(from, end));
    at = skipSpace(text, end);
    if (text.charAt(at) === ",") {
      at = skipSpace(text, at + 1);
    } else if (text.charAt(at) !== "}") {
      throw new SyntaxError("an object has no end");
    }
  }
  return found;
}

/** A JSON object of members whose values are text. */
export function objectOf(members: Iterable<[string, string]>): string {
  return `{${Array.from(members, ([key, value]) => `${JSON.stringify(key)}:${value}`).join(",")}}`;
}

/** The object with one member set, or removed if the value is undefined; the others keep their text and place. */
export function withMember(text: string, key: string, value: unknown): string {
  const members = membersOf(text);
  if (value === undefined) {
    members.delete(key);
  } else {
    members.set(key, JSON.stringify(value));
  }
  return objectOf(members);
}

/** The JSON text with line breaks and indents for people; numbers and strings keep their spelling. */
export function laidOut(text: string, indent = ""): string {
  const value = text.trim();
  const inner = `${indent}  `;
  const lines = value.startsWith("{")
    ? Array.from(membersOf(value), ([key, member]) => `${JSON.stringify(key)}: ${laidOut(member, inner)}`)
    : value.startsWith("[")
      ? elementsOf(value).map((element) => laidOut(element, inner))
      : undefined;
  if (lines === undefined) {
    return value;
  }
  const [open, close] = value.startsWith("{") ? ["{", "}"] : ["[", "]"];
  return lines.length === 0
    ? `${open}${close}`
    : `${open}\n${lines.map((line) => `${inner}${line}`).join(",\n")}\n${indent}${close}`;
}
