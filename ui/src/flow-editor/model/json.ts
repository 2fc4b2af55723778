// JSON as text: values stay as they were written, so that nothing is lost between reading and saving. What is parsed
// here has passed the check of jsonCheck.ts.

/** The text of one JSON value, without white space around it. */
export type JsonText = string;

export type JsonKind = "object" | "list" | "text" | "number" | "boolean" | "null" | "nothing";

/** The JSON type of a value as a person would name it; "nothing" for an absent one. */
export function kindOf(value: JsonText | undefined): JsonKind {
  switch (value?.[0]) {
    case undefined:
      return "nothing";
    case "{":
      return "object";
    case "[":
      return "list";
    case '"':
      return "text";
    case "t":
    case "f":
      return "boolean";
    case "n":
      return "null";
    default:
      return "number";
  }
}

/** Absent, or an explicit null. */
export const isNull = (value: JsonText | undefined): boolean => value === undefined || value === "null";

/** The text that a JSON string stands for; undefined for every other value. */
export function stringOf(value: JsonText | undefined): string | undefined {
  return value?.startsWith('"') ? unquote(value) : undefined;
}

export function booleanOf(value: JsonText | undefined): boolean | undefined {
  return value === "true" ? true : value === "false" ? false : undefined;
}

export function numberOf(value: JsonText | undefined): number | undefined {
  return kindOf(value) === "number" ? Number(value) : undefined;
}

const int32 = 2 ** 31;

/** A whole number of 32 bits, however it is written. */
export function int32Of(value: JsonText | undefined): number | undefined {
  const number = numberOf(value);
  return number !== undefined && Number.isInteger(number) && number >= -int32 && number < int32 ? number : undefined;
}

const loneSurrogates = /\p{Surrogate}/gu;

/** Tells whether a text holds half a surrogate pair, which is no character. */
export const isIllFormed = (text: string): boolean => text.search(loneSurrogates) >= 0;

/** The text as a JSON string. Half surrogate pairs become U+FFFD. */
export const quote = (text: string): JsonText => JSON.stringify(text.replace(loneSurrogates, "\uFFFD"));

export function unquote(quoted: JsonText): string {
  return quoted.includes("\\") ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
}

const isSpace = (code: number) => code === 32 || code === 10 || code === 13 || code === 9;

export function skipSpace(text: string, at: number): number {
  while (at < text.length && isSpace(text.charCodeAt(at))) {
    at++;
  }
  return at;
}

/** Where the string that starts at a position ends. */
export function skipString(text: string, at: number): number {
  for (let i = at + 1; ;) {
    const end = text.indexOf('"', i);
    let slashes = 0;
    while (text[end - 1 - slashes] === "\\") {
      slashes++;
    }
    if (slashes % 2 === 0) {
      return end + 1;
    }
    i = end + 1;
  }
}

/** Where the value that starts at a position ends. */
export function skipValue(text: string, at: number): number {
  const first = text[at];
  if (first === '"') {
    return skipString(text, at);
  }
  if (first !== "{" && first !== "[") {
    return skipScalar(text, at);
  }
  let depth = 0;
  for (let i = at; ; i++) {
    switch (text[i]) {
      case '"':
        i = skipString(text, i) - 1;
        break;
      case "{":
      case "[":
        depth++;
        break;
      case "}":
      case "]":
        if (--depth === 0) {
          return i + 1;
        }
    }
  }
}

/** Where the number or word that starts at a position ends. */
export function skipScalar(text: string, at: number): number {
  let end = at;
  while (end < text.length && !",]}".includes(text.charAt(end)) && !isSpace(text.charCodeAt(end))) {
    end++;
  }
  return end;
}

interface Member {
  readonly name: string;
  readonly value: JsonText;
  /** From the brace or comma to the value: the name and the colon as written. */
  readonly head: string;
  /** The white space between the value and the comma or brace. */
  readonly after: string;
}

/** A JSON object as a list of members in the order of the text. It is immutable. */
export class JsonObject {
  static readonly empty = new JsonObject([], "");

  private constructor(
    private readonly list: readonly Member[],
    private readonly blank: string,
  ) {}

  /** Splits a value into members; undefined when it is no object. */
  static parse(value: JsonText | undefined): JsonObject | undefined {
    if (!value?.startsWith("{")) {
      return undefined;
    }
    const list: Member[] = [];
    let start = 1;
    let at = skipSpace(value, start);
    if (value[at] === "}") {
      return new JsonObject([], value.slice(1, at));
    }
    for (;;) {
      const nameEnd = skipString(value, at);
      const valueStart = skipSpace(value, skipSpace(value, nameEnd) + 1);
      const valueEnd = skipValue(value, valueStart);
      const end = skipSpace(value, valueEnd);
      list.push({
        name: unquote(value.slice(at, nameEnd)),
        value: value.slice(valueStart, valueEnd),
        head: value.slice(start, valueStart),
        after: value.slice(valueEnd, end),
      });
      if (value[end] === "}") {
        return new JsonObject(list, "");
      }
      start = end + 1;
      at = skipSpace(value, start);
    }
  }

  /** An object of these members, written without white space. */
  static of(members: Iterable<readonly [string, JsonText]>): JsonObject {
    return JsonObject.empty.edited(members);
  }

  get size(): number {
    return this.list.length;
  }

  /** The value of the named member as it is written. */
  get(name: string): JsonText | undefined {
    return this.list.find((member) => member.name === name)?.value;
  }

  has(name: string): boolean {
    return this.list.some((member) => member.name === name);
  }

  keys(): string[] {
    return this.list.map((member) => member.name);
  }

  entries(): [string, JsonText][] {
    return this.list.map((member) => [member.name, member.value]);
  }

  /** The object with one member replaced in place, or added at the end. */
  with(name: string, value: JsonText): JsonObject {
    return this.edited([[name, value]]);
  }

  without(...names: string[]): JsonObject {
    return this.edited([], names);
  }

  /** The object with the members of the patch replaced in place or added at the end, then without those in unset. */
  edited(patch: Iterable<readonly [string, JsonText]>, unset: Iterable<string> = []): JsonObject {
    const pending = new Map(patch);
    const gone = new Set(unset);
    const edited: Member[] = [];
    for (const member of this.list) {
      const value = pending.get(member.name);
      pending.delete(member.name);
      if (!gone.has(member.name)) {
        edited.push(value === undefined ? member : { ...member, value });
      }
    }
    for (const [name, value] of pending) {
      if (!gone.has(name)) {
        edited.push(this.newMember(name, value));
      }
    }
    return new JsonObject(this.closed(edited), this.list.length > 0 ? "" : this.blank);
  }

  /** A member laid out as the last one of the object is. */
  private newMember(name: string, value: JsonText): Member {
    let [before, colon] = ["", ":"];
    const last = this.list.at(-1);
    if (last) {
      const start = skipSpace(last.head, 0);
      before = last.head.slice(0, start);
      colon = last.head.slice(skipString(last.head, start));
    }
    return { name, value, head: before + quote(name) + colon, after: "" };
  }

  /** Gives the last of the edited members the white space that stood before the closing brace. */
  private closed(edited: Member[]): Member[] {
    const last = this.list.at(-1);
    const end = edited.at(-1);
    if (!last || !end) {
      return edited;
    }
    const moved = edited.map((member) => (member.name === last.name ? { ...member, after: "" } : member));
    moved[moved.length - 1] = { ...(moved.at(-1) ?? end), after: last.after };
    return moved;
  }

  toString(): JsonText {
    const parts = this.list.map((member) => member.head + member.value + member.after);
    return "{" + (parts.length > 0 ? parts.join(",") : this.blank) + "}";
  }
}

/** One element of an edited list: its value, and the index that it had before, whose white space it keeps. */
export interface Entry {
  value: JsonText;
  origin?: number | undefined;
}

/** A JSON list with the white space around its elements. It is immutable. */
export class JsonList {
  static readonly empty = new JsonList([], "");

  private constructor(
    private readonly elements: readonly { before: string; value: JsonText; after: string }[],
    private readonly blank: string,
  ) {}

  /** Splits a value into elements; undefined when it is no list. */
  static parse(value: JsonText | undefined): JsonList | undefined {
    if (!value?.startsWith("[")) {
      return undefined;
    }
    let start = 1;
    let at = skipSpace(value, start);
    if (value[at] === "]") {
      return new JsonList([], value.slice(1, at));
    }
    const elements = [];
    for (;;) {
      const valueEnd = skipValue(value, at);
      const end = skipSpace(value, valueEnd);
      elements.push({
        before: value.slice(start, at),
        value: value.slice(at, valueEnd),
        after: value.slice(valueEnd, end),
      });
      if (value[end] === "]") {
        return new JsonList(elements, "");
      }
      start = end + 1;
      at = skipSpace(value, start);
    }
  }

  get values(): JsonText[] {
    return this.elements.map((element) => element.value);
  }

  /** The text of the list with exactly these entries. New ones are laid out as the last element is. */
  edited(entries: readonly Entry[]): JsonText {
    if (entries.length === 0) {
      return `[${this.blank}]`;
    }
    const last = this.elements.length - 1;
    const parts = entries.map(({ value, origin }, i) => {
      const known = origin !== undefined && origin < last ? this.elements[origin] : undefined;
      const before = (known ?? this.elements[last])?.before ?? "";
      const after = i === entries.length - 1 ? this.elements[last]?.after : known?.after;
      return before + value + (after ?? "");
    });
    return `[${parts.join(",")}]`;
  }
}
