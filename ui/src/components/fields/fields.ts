import { t } from "@lingui/core/macro";

import type { Schemas } from "../../api/client";
import { isObject, objectsOf, textOf, type JSONObject } from "../../lib/json";

export type FieldType = "string" | "number" | "integer" | "boolean" | "date" | "datetime" | "object" | "array" | "file";

export interface FieldOption {
  label: string;
  value: string;
}

/** A field as a workflow document declares it. */
export interface Field {
  name: string;
  label: string;
  type: FieldType;
  required: boolean;
  description: string;
  widget: string;
  options: FieldOption[];
  defaultValue: unknown;
}

/** What was entered: texts as they were typed, and lists of chosen options. */
export type FieldValue = string | string[];
export type FieldValues = Record<string, FieldValue>;

/** What is wrong, by the field's name. */
export type FieldErrors = Record<string, string>;

const types: readonly string[] = [
  "string",
  "number",
  "integer",
  "boolean",
  "date",
  "datetime",
  "object",
  "array",
  "file",
] satisfies FieldType[];

/** Reads the fields that a document declares. What is no field is left out. */
export function readFields(declared: unknown): Field[] {
  return objectsOf(declared)
    .filter((field) => textOf(field.name) !== "")
    .map(readField);
}

function readField(field: JSONObject): Field {
  const name = textOf(field.name);
  const type = textOf(field.type);
  return {
    name,
    label: textOf(field.label) || name,
    type: types.includes(type) ? (type as FieldType) : "string",
    required: field.required === true,
    description: textOf(field.description),
    widget: textOf(field.widget),
    options: objectsOf(field.options).map((option) => ({
      value: textOf(option.value),
      label: textOf(option.label) || textOf(option.value),
    })),
    defaultValue: field.defaultValue,
  };
}

/** What stands in a form before anybody typed. */
export function initialValues(fields: Field[]): FieldValues {
  return Object.fromEntries(fields.map((field) => [field.name, written(field, field.defaultValue)]));
}

function written(field: Field, value: unknown): FieldValue {
  if (field.type === "array" && field.options.length > 0) {
    return Array.isArray(value) ? value.map(String) : [];
  }
  if (value === undefined || value === null) {
    return "";
  }
  if (field.type === "datetime" && typeof value === "string") {
    return localTime(value);
  }
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

/** A moment as an input for date and time has it. */
function localTime(iso: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) {
    return "";
  }
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** What a form gives: the values to send, and what does not fit. */
export function collect(fields: Field[], values: FieldValues): { output: JSONObject; errors: FieldErrors } {
  const output: JSONObject = {};
  const errors: FieldErrors = {};
  for (const field of fields) {
    const entered = values[field.name] ?? "";
    // A box that nobody touched says no; a needed yes or no is no box.
    const isBox = field.type === "boolean" && field.widget === "checkbox" && !field.required;
    const given = entered === "" && isBox ? "false" : entered;
    if (given.length === 0 || (typeof given === "string" && given.trim() === "")) {
      if (field.required) {
        errors[field.name] = t`This is needed`;
      }
      continue;
    }
    const read = readValue(field, given);
    if ("error" in read) {
      errors[field.name] = read.error;
    } else {
      output[field.name] = read.value;
    }
  }
  return { output, errors };
}

type Read = { value: unknown } | { error: string };

function readValue(field: Field, given: FieldValue): Read {
  if (typeof given !== "string") {
    return { value: given };
  }
  switch (field.type) {
    case "number":
    case "integer":
      return readNumber(field.type, given.trim());
    case "boolean":
      return { value: given === "true" };
    case "datetime":
      return readTime(given);
    case "object":
    case "array":
      return readJSON(field.type, given);
    default:
      return { value: given };
  }
}

function readNumber(type: "number" | "integer", text: string): Read {
  const value = Number(text);
  if (!Number.isFinite(value)) {
    return { error: t`This must be a number, such as 42.50` };
  }
  if (type === "integer" && !Number.isInteger(value)) {
    return { error: t`This must be a whole number, such as 42` };
  }
  return Number.isInteger(value) && !Number.isSafeInteger(value)
    ? { error: t`This number has too many digits to be kept exactly` }
    : { value };
}

function readTime(text: string): Read {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? { error: t`This must be a date with a time` } : { value: at.toISOString() };
}

function readJSON(type: "object" | "array", text: string): Read {
  const example = type === "array" ? t`a list, such as ["a", "b"]` : t`an object, such as {"a": 1}`;
  try {
    const value: unknown = JSON.parse(text);
    return (type === "array" ? Array.isArray(value) : isObject(value))
      ? { value }
      : { error: t`This must be ${example}` };
  } catch {
    return { error: t`This can't be read: it must be ${example}` };
  }
}

/** The server's problems by field, and those that belong to none. */
export function problemsByField(
  fields: Field[],
  problems: Schemas["ValidationProblem"][] | undefined,
): { errors: FieldErrors; others: string[] } {
  const errors: FieldErrors = {};
  const others: string[] = [];
  for (const { field, message } of problems ?? []) {
    if (field !== undefined && fields.some(({ name }) => name === field)) {
      errors[field] ??= message;
    } else {
      others.push(message);
    }
  }
  return { errors, others };
}
