import { t } from "@lingui/core/macro";

import type { Draft } from "../types";

/** One value that a test run is given. */
export interface TestInput {
  name: string;
  label: string;
  type: "text" | "number" | "boolean" | "json";
  required: boolean;
  options?: string[];
  description?: string;
}

type Json = Record<string, unknown>;

const object = (value: unknown): Json =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};
const text = (value: unknown): string => (typeof value === "string" ? value : "");

const kinds: Record<string, TestInput["type"]> = {
  number: "number",
  integer: "number",
  boolean: "boolean",
  object: "json",
  array: "json",
  file: "json",
};

/** What the draft declares that it takes. */
export function testInputs(draft: Pick<Draft, "type" | "text">): TestInput[] {
  const content = object(JSON.parse(draft.text));
  return draft.type === "tool" ? ofSchema(object(content.parameters)) : ofFields(content.inputs);
}

function ofFields(fields: unknown): TestInput[] {
  return (Array.isArray(fields) ? fields : [])
    .map(object)
    .filter((field) => text(field.name) !== "")
    .map((field) => ({
      name: text(field.name),
      label: text(field.label) || text(field.name),
      type: kinds[text(field.type)] ?? "text",
      required: field.required === true,
      ...(Array.isArray(field.options) ? { options: field.options.map((option) => text(object(option).value)) } : {}),
      ...(text(field.description) ? { description: text(field.description) } : {}),
    }));
}

function ofSchema(schema: Json): TestInput[] {
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(object(schema.properties)).map(([name, property]) => {
    const { type, description, enum: options } = object(property);
    return {
      name,
      label: name,
      type: type === undefined ? "json" : (kinds[text(type)] ?? "text"),
      required: required.includes(name),
      ...(Array.isArray(options) && options.every((o) => typeof o === "string") ? { options } : {}),
      ...(text(description) ? { description: text(description) } : {}),
    };
  });
}

/** What was typed, as the JSON object that a test run takes; or why it can't be. */
export function testValues(
  inputs: readonly TestInput[],
  typed: Readonly<Record<string, string | boolean>>,
): { values: Json } | { errors: Record<string, string> } {
  const values: Json = {};
  const errors: Record<string, string> = {};
  for (const { name, type, required } of inputs) {
    const value = typed[name] ?? (type === "boolean" ? false : "");
    if (typeof value === "boolean") {
      values[name] = value;
    } else if (value === "") {
      if (required) {
        errors[name] = t`This is needed.`;
      }
    } else if (type === "number") {
      const number = Number(value);
      if (Number.isNaN(number)) {
        errors[name] = t`This is no number.`;
      } else {
        values[name] = number;
      }
    } else if (type === "json") {
      try {
        values[name] = JSON.parse(value);
      } catch {
        errors[name] = t`This is not valid JSON.`;
      }
    } else {
      values[name] = value;
    }
  }
  return Object.keys(errors).length > 0 ? { errors } : { values };
}
