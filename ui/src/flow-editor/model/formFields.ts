import type { FieldInfo } from "../contract";
import type { FlowNode } from "./document";
import { elementsOf } from "./fields";
import { booleanOf, JsonObject, stringOf } from "./json";

/** A field that a person is asked for. */
export interface FormField {
  name: string;
  type: string;
  label: string;
  description: string;
  required: boolean;
  isLong: boolean;
  options: { value: string; label: string }[];
  defaultValue: unknown;
}

/** The declared fields under a key of a node's config. */
export function formFields(node: FlowNode, key: "inputs" | "outputs"): FormField[] {
  return elementsOf(node.config.get(key)).flatMap((text) => {
    const field = JsonObject.parse(text);
    const name = stringOf(field?.get("name"));
    if (!field || !name) {
      return [];
    }
    const defaultValue = field.get("defaultValue");
    return {
      name,
      type: stringOf(field.get("type")) ?? "string",
      label: stringOf(field.get("label")) ?? name,
      description: stringOf(field.get("description")) ?? "",
      required: booleanOf(field.get("required")) ?? false,
      isLong: stringOf(field.get("widget")) === "textarea",
      options: elementsOf(field.get("options")).flatMap((option) => {
        const value = stringOf(JsonObject.parse(option)?.get("value"));
        return value === undefined ? [] : { value, label: stringOf(JsonObject.parse(option)?.get("label")) ?? value };
      }),
      defaultValue: defaultValue === undefined ? undefined : (JSON.parse(defaultValue) as unknown),
    };
  });
}

export const asFormFields = (fields: readonly FieldInfo[]): FormField[] =>
  fields.map(({ name, type, label = name, required = false }) => ({
    name,
    type,
    label,
    required,
    description: "",
    isLong: false,
    options: [],
    defaultValue: undefined,
  }));

/** What a field holds before anybody touched it: its default; a box that has to say yes or no says no. */
const initialValue = ({ defaultValue, type, required }: FormField): unknown =>
  defaultValue ?? (type === "boolean" && required ? false : undefined);

/** What a form starts with. */
export const initialValues = (fields: readonly FormField[]): Record<string, unknown> =>
  Object.fromEntries(
    fields.map((field) => [field.name, initialValue(field)] as const).filter(([, value]) => value !== undefined),
  );

/** The names of the required fields that were left empty. */
export const missingIn = (fields: readonly FormField[], values: Readonly<Record<string, unknown>>): Set<string> =>
  new Set(fields.filter(({ name, required }) => required && values[name] === undefined).map(({ name }) => name));
