import { ActionIcon, Button, Checkbox, Select, TextInput, Tooltip } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from "@tabler/icons-react";

import classes from "./FieldList.module.css";

/** A declared input or output. Members that are not edited here are kept. */
export interface Field {
  name: string;
  type?: string;
  label?: string;
  required?: boolean;
  [other: string]: unknown;
}

const types = ["string", "number", "integer", "boolean", "date", "datetime", "object", "array", "file"];

interface Props {
  title: string;
  description: string;
  fields: Field[];
  onChange: (fields: Field[]) => void;
  readOnly?: boolean;
}

/** Declared fields, one a row. */
export function FieldList({ title, description, fields, onChange, readOnly = false }: Props) {
  const change = (index: number, part: Partial<Field>) => {
    onChange(fields.map((field, at) => (at === index ? { ...field, ...part } : field)));
  };
  const move = (index: number, by: -1 | 1) => {
    const next = [...fields];
    const [moved] = next.splice(index, 1);
    if (moved) {
      next.splice(index + by, 0, moved);
      onChange(next);
    }
  };
  return (
    <fieldset className={classes.list} disabled={readOnly}>
      <legend>{title}</legend>
      <p>{description}</p>
      {fields.map((field, index) => (
        <div key={index} className={classes.row} role="group" aria-label={field.name || `Field ${index + 1}`}>
          <TextInput
            aria-label="Name"
            placeholder="name"
            value={field.name}
            onChange={(event) => {
              change(index, { name: event.currentTarget.value });
            }}
          />
          <Select
            aria-label="Type"
            data={types}
            value={field.type ?? "string"}
            allowDeselect={false}
            onChange={(type) => {
              change(index, { type: type ?? "string" });
            }}
          />
          <TextInput
            aria-label="Label"
            placeholder="Label"
            value={field.label ?? ""}
            onChange={(event) => {
              change(index, { label: event.currentTarget.value });
            }}
          />
          <Checkbox
            label="Required"
            checked={field.required === true}
            onChange={(event) => {
              change(index, { required: event.currentTarget.checked });
            }}
          />
          <span className={classes.actions}>
            <ActionIcon
              size="sm"
              aria-label={`Move ${field.name} up`}
              disabled={index === 0}
              onClick={() => {
                move(index, -1);
              }}
            >
              <IconArrowUp size={14} stroke={1.5} />
            </ActionIcon>
            <ActionIcon
              size="sm"
              aria-label={`Move ${field.name} down`}
              disabled={index === fields.length - 1}
              onClick={() => {
                move(index, 1);
              }}
            >
              <IconArrowDown size={14} stroke={1.5} />
            </ActionIcon>
            <Tooltip label="Remove">
              <ActionIcon
                size="sm"
                aria-label={`Remove ${field.name}`}
                onClick={() => {
                  onChange(fields.filter((_, at) => at !== index));
                }}
              >
                <IconTrash size={14} stroke={1.5} />
              </ActionIcon>
            </Tooltip>
          </span>
        </div>
      ))}
      <Button
        variant="subtle"
        size="compact-xs"
        leftSection={<IconPlus size={14} stroke={1.5} />}
        onClick={() => {
          onChange([...fields, { name: "", type: "string" }]);
        }}
      >
        Add a field
      </Button>
    </fieldset>
  );
}
