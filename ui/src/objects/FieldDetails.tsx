import { t } from "@lingui/core/macro";
import { Checkbox, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";

import { objectsOf, textOf } from "../lib/json";
import classes from "./FieldList.module.css";
import { optionLines, optionsFrom } from "./options";
import type { Field } from "./FieldList";

interface FieldDetailsProps {
  field: Field;
  onChange: (part: Partial<Field>) => void;
}

/** What a field declares beyond its name and type. */
export function FieldDetails({ field, onChange }: FieldDetailsProps) {
  return (
    <div className={classes.details}>
      <TextInput
        label={t`Description`}
        value={textOf(field.description)}
        onChange={(event) => {
          onChange({ description: event.currentTarget.value || undefined });
        }}
      />
      <Unless field={field} onChange={onChange} />
      <Options field={field} onChange={onChange} />
      <Checkbox
        label={t`Sensitive: masked in prompts, logs and previews`}
        checked={field.sensitive === true}
        onChange={(event) => {
          onChange({ sensitive: event.currentTarget.checked || undefined });
        }}
      />
    </div>
  );
}

function Options({ field, onChange }: FieldDetailsProps) {
  const [typed, setTyped] = useState<string>();
  const options = objectsOf(field.options).map((option) => ({
    value: textOf(option.value),
    label: textOf(option.label) || textOf(option.value),
  }));
  return (
    <Textarea
      label={t`Options`}
      description={t`One a line: value, or value = label.`}
      autosize
      minRows={1}
      maxRows={8}
      value={typed ?? optionLines(options)}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange({ options: optionsFrom(event.currentTarget.value) });
      }}
      onBlur={() => {
        setTyped(undefined);
      }}
    />
  );
}

function Unless({ field, onChange }: FieldDetailsProps) {
  const [typed, setTyped] = useState<{ text: string; error?: string }>();
  return (
    <TextInput
      label={t`Unless given`}
      description={t`A JSON value, such as 10 or "net".`}
      styles={{ input: { fontFamily: "var(--hd-mono)" } }}
      value={typed?.text ?? (field.defaultValue === undefined ? "" : JSON.stringify(field.defaultValue))}
      error={typed?.error}
      onChange={(event) => {
        const text = event.currentTarget.value;
        try {
          onChange({ defaultValue: text.trim() === "" ? undefined : (JSON.parse(text) as unknown) });
          setTyped({ text });
        } catch {
          setTyped({ text, error: t`This is not valid JSON yet, so the value before it counts.` });
        }
      }}
      onBlur={() => {
        setTyped((now) => (now?.error === undefined ? undefined : now));
      }}
    />
  );
}
