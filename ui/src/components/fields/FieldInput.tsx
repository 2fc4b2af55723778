import { t } from "@lingui/core/macro";
import { Button, Checkbox, Group, MultiSelect, Radio, Select, Stack, Textarea, TextInput } from "@mantine/core";

import type { Field, FieldValue } from "./fields";

interface FieldInputProps {
  field: Field;
  value: FieldValue;
  error: string | undefined;
  onChange: (value: FieldValue) => void;
}

const inputTypes: Record<string, string> = { email: "email", url: "url", phone: "tel" };

/** The control for one field: what its type and widget ask for. */
export function FieldInput({ field, value, error, onChange }: FieldInputProps) {
  const common = {
    label: field.label,
    description: field.description || undefined,
    error,
    required: field.required,
    // The browser's own messages would come before those of the form.
    "data-field": field.name,
  };
  const text = typeof value === "string" ? value : "";
  if (field.type === "array" && field.options.length > 0) {
    const chosen = typeof value === "string" ? [] : value;
    return field.widget === "checkbox" ? (
      <Checkbox.Group {...common} size="xs" value={chosen} onChange={onChange}>
        <Stack gap={6} mt={6}>
          {field.options.map((option) => (
            <Checkbox key={option.value} value={option.value} label={option.label} />
          ))}
        </Stack>
      </Checkbox.Group>
    ) : (
      <MultiSelect {...common} size="xs" data={field.options} value={chosen} onChange={onChange} />
    );
  }
  if (field.type === "boolean") {
    return <YesOrNo field={field} common={common} text={text} onChange={onChange} />;
  }
  if (field.options.length > 0) {
    return field.widget === "radio" ? (
      <Choices common={common} options={field.options} clearable={!field.required} text={text} onChange={onChange} />
    ) : (
      <Select
        {...common}
        data={field.options}
        value={text || null}
        clearable={!field.required}
        placeholder={t`Choose…`}
        onChange={(chosen) => {
          onChange(chosen ?? "");
        }}
      />
    );
  }
  if (field.type === "object" || field.type === "array" || field.widget === "textarea") {
    return (
      <Textarea
        {...common}
        autosize
        minRows={3}
        maxRows={14}
        value={text}
        {...(field.type === "string"
          ? {}
          : {
              placeholder: field.type === "array" ? "[]" : "{}",
              attributes: { input: { dir: "ltr" } },
              styles: { input: { fontFamily: "var(--hd-mono)" } },
            })}
        onChange={(event) => {
          onChange(event.currentTarget.value);
        }}
      />
    );
  }
  return (
    <TextInput
      {...common}
      type={inputType(field)}
      {...(field.type === "number" || field.type === "integer" ? { inputMode: "decimal" as const } : {})}
      {...(field.type === "file" ? { placeholder: t`Where the file is: a path or an address` } : {})}
      value={text}
      onChange={(event) => {
        onChange(event.currentTarget.value);
      }}
    />
  );
}

function inputType(field: Field): string {
  if (field.type === "date" || (field.type === "string" && field.widget === "date")) {
    return "date";
  }
  return field.type === "datetime" ? "datetime-local" : (inputTypes[field.widget] ?? "text");
}

interface ChoiceProps {
  common: Record<string, unknown>;
  text: string;
  onChange: (value: string) => void;
}

const answers = [
  { value: "true", label: t`Yes` },
  { value: "false", label: t`No` },
];

function YesOrNo({ field, common, text, onChange }: ChoiceProps & { field: Field }) {
  // A box that nobody touched would say no, and what is needed must be said.
  if (field.widget !== "checkbox" || field.required) {
    return <Choices common={common} options={answers} clearable={!field.required} text={text} onChange={onChange} />;
  }
  return (
    <Checkbox
      {...common}
      checked={text === "true"}
      onChange={(event) => {
        onChange(event.currentTarget.checked ? "true" : "false");
      }}
    />
  );
}

interface ChoicesProps extends ChoiceProps {
  options: { value: string; label: string }[];
  clearable: boolean;
}

function Choices({ common, options, clearable, text, onChange }: ChoicesProps) {
  return (
    <Radio.Group {...common} size="xs" value={text || null} onChange={onChange}>
      <Stack gap={6} mt={6}>
        <Group gap="md">
          {options.map((option) => (
            <Radio key={option.value} size="xs" value={option.value} label={option.label} />
          ))}
          {clearable && text !== "" && (
            <Button
              variant="subtle"
              size="compact-xs"
              onClick={() => {
                onChange("");
              }}
            >{t`Leave open`}</Button>
          )}
        </Group>
      </Stack>
    </Radio.Group>
  );
}
