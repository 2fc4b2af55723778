import { booleanOf, int32Of, isNull, JsonList, JsonObject, type JsonText, kindOf, stringOf } from "./json";
import { didYouMean, nearest } from "./spelling";

export type RefusalCode =
  "target-missing" | "duplicate-id" | "edge-endpoint-missing" | "malformed" | "read-only" | "stale";

/** Why a change set was refused. The document is as it was before. */
export class Refusal extends Error {
  constructor(
    readonly code: RefusalCode,
    /** Names the thing and what exists instead. */
    readonly reason: string,
    /** The op refused, from 0; undefined when it is the set as a whole. */
    readonly opIndex?: number,
  ) {
    super(reason);
  }
}

export const malformed = (reason: string) => new Refusal("malformed", reason);

/** Names a key that was probably meant to be the wanted one. */
export function misspelt(wanted: string, object: JsonObject): string {
  const near = nearest(wanted, object.keys());
  return near !== undefined && near !== wanted ? `; it has "${near}"` : "";
}

/** Checks the members of an object that is part of an op. Its methods throw a Refusal. */
export class Shape {
  constructor(
    readonly object: JsonObject,
    /** What the object is, for messages. */
    readonly of: string,
  ) {}

  /** Refuses members other than the known ones, by name. */
  only(known: readonly string[]): void {
    for (const name of this.object.keys()) {
      if (!known.includes(name)) {
        throw malformed(`${this.of} has no field "${name}"${didYouMean(name, "fields", known)}`);
      }
    }
  }

  private required(name: string): JsonText {
    const value = this.object.get(name);
    if (value === undefined) {
      throw malformed(`${this.of} needs "${name}"${misspelt(name, this.object)}`);
    }
    return value;
  }

  /** Reads a member that must be there and be text. */
  text(name: string): string {
    const value = this.required(name);
    const text = stringOf(value);
    if (text === undefined) {
      throw malformed(`${name} of ${this.of} must be text, not ${kindOf(value)}`);
    }
    return text;
  }

  /** Reads a member that must be there and be text that is not blank. */
  id(name: string): string {
    const text = this.text(name);
    if (text.trim() === "") {
      throw malformed(`${name} of ${this.of} must not be blank`);
    }
    return text;
  }

  /** Reads a member that must be there and be an object. */
  child(name: string): Shape {
    const value = this.required(name);
    const object = JsonObject.parse(value);
    if (!object) {
      throw malformed(`${name} of ${this.of} must be an object, not ${kindOf(value)}`);
    }
    return new Shape(object, `${name} of ${this.of}`);
  }

  /** Reads the optional list of keys to remove, none of which may be in the patch. */
  unset(patch: JsonObject): string[] {
    const value = this.object.get("unset");
    if (value === undefined) {
      return [];
    }
    const list = JsonList.parse(value);
    if (!list) {
      throw malformed(`unset of ${this.of} must be a list of keys, not ${kindOf(value)}`);
    }
    return list.values.map((element) => {
      const key = stringOf(element);
      if (key === undefined) {
        throw malformed(`unset of ${this.of} must hold keys (text), not ${kindOf(element)}`);
      }
      if (patch.has(key)) {
        throw malformed(`the key "${key}" is both in patch and in unset; it can be set or removed, not both`);
      }
      return key;
    });
  }
}

const isText = (value: JsonText) => stringOf(value) !== undefined;
const isBoolean = (value: JsonText) => booleanOf(value) !== undefined;
export const isInt32 = (value: JsonText) => int32Of(value) !== undefined;

const edgeFields = new Map<string, { is: (value: JsonText) => boolean; want: string }>([
  ["condition", { is: isText, want: "text" }],
  ["label", { is: isText, want: "text" }],
  ["priority", { is: isInt32, want: "a whole number of 32 bits" }],
  ["isDefault", { is: isBoolean, want: "true or false" }],
  ["isTimeout", { is: isBoolean, want: "true or false" }],
]);

/** Checks the types of an edge's known fields besides the id; null stands for nothing. */
export function checkEdgeFields(edge: Shape): void {
  for (const [name, value] of edge.object.entries()) {
    if (name === "source" || name === "target") {
      edge.id(name);
    }
    const field = edgeFields.get(name);
    if (field && !field.is(value) && !isNull(value)) {
      const given = kindOf(value) === "number" ? value : kindOf(value);
      throw malformed(`${name} of ${edge.of} must be ${field.want}, not ${given}`);
    }
  }
}

export function checkMetadata(patch: Shape): void {
  patch.only(["name", "description", "version"]);
  for (const [name, value] of patch.object.entries()) {
    if (name === "name") {
      patch.text(name);
    } else if (!isNull(value) && !(name === "version" ? isInt32(value) : isText(value))) {
      const want = name === "version" ? "a whole number of 32 bits" : "text";
      throw malformed(`${name} of ${patch.of} must be ${want}, not ${kindOf(value)}`);
    }
  }
}
