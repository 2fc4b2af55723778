import { t } from "@lingui/core/macro";
import { Checkbox, NumberInput, Select, Textarea, TextInput } from "@mantine/core";

import type { FormField } from "../model/formFields";
import { JsonInput } from "../panel/JsonInput";
import classes from "./simulate.module.css";

interface Props {
  fields: readonly FormField[];
  values: Readonly<Record<string, unknown>>;
  onChange: (values: Record<string, unknown>) => void;
  /** The fields that have to be filled in before it goes on. */
  missing?: ReadonlySet<string>;
}

/** Asks for the values of declared fields. */
export function ValueForm({ fields, values, onChange, missing }: Props) {
  return (
    <div className={classes.form}>
      {fields.map((field) => (
        <ValueInput
          key={field.name}
          field={field}
          value={values[field.name]}
          isMissing={missing?.has(field.name) === true && values[field.name] === undefined}
          set={(value) => {
            const rest = Object.entries(values).filter(([name]) => name !== field.name);
            onChange(Object.fromEntries(value === undefined ? rest : [...rest, [field.name, value]]));
          }}
        />
      ))}
    </div>
  );
}

interface InputProps {
  field: FormField;
  value: unknown;
  isMissing: boolean;
  set: (value: unknown) => void;
}

function ValueInput({ field, value, isMissing, set }: InputProps) {
  const common = {
    label: field.label,
    description: field.description || undefined,
    withAsterisk: field.required,
    error: isMissing && t`This is needed`,
  };
  const text = typeof value === "string" ? value : "";
  if (field.options.length > 0) {
    return (
      <Select
        {...common}
        data={field.options}
        value={text || null}
        clearable={!field.required}
        onChange={(choice) => {
          set(choice ?? undefined);
        }}
      />
    );
  }
  switch (field.type) {
    case "boolean":
      return (
        <Checkbox
          label={field.label}
          description={common.description}
          checked={value === true}
          onChange={(event) => {
            set(event.currentTarget.checked);
          }}
        />
      );
    case "number":
    case "integer":
      return (
        <NumberInput
          {...common}
          allowDecimal={field.type === "number"}
          value={typeof value === "number" ? value : ""}
          onChange={(number) => {
            set(typeof number === "number" ? number : undefined);
          }}
        />
      );
    case "object":
    case "array":
    case "file":
      return (
        <JsonInput
          label={field.label}
          description={field.description || t`${field.type} as JSON`}
          value={value === undefined ? undefined : JSON.stringify(value)}
          onChange={(json) => {
            set(json === undefined ? undefined : (JSON.parse(json) as unknown));
          }}
        />
      );
    default: {
      const Input = field.isLong ? Textarea : TextInput;
      return (
        <Input
          {...common}
          placeholder={placeholders[field.type]}
          value={text}
          onChange={(event) => {
            set(event.currentTarget.value === "" ? undefined : event.currentTarget.value);
          }}
        />
      );
    }
  }
}

const placeholders: Record<string, string> = { date: "2026-01-31", datetime: "2026-01-31T12:00:00Z" };
