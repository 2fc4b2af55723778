import { t } from "@lingui/core/macro";
import { ActionIcon, Button, Checkbox, Select, TextInput, Tooltip } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconChevronDown, IconChevronUp, IconPlus, IconTrash } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";

import { FieldDetails } from "./FieldDetails";
import classes from "./FieldList.module.css";
import type { Told } from "./problems";

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
  /** Where the list is in the object, and what is wrong there. */
  place: string;
  told: Told;
}

/** Declared fields, one a row. */
export function FieldList({ title, description, fields, onChange, readOnly = false, place, told }: Props) {
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
        <Row
          key={index}
          field={field}
          label={field.name || `field ${index + 1}`}
          place={`${place}[${index}]`}
          error={told(`${place}[${index}]`)}
          onChange={(part) => {
            change(index, part);
          }}
        >
          <IconAction
            label={t`Move ${field.name} up`}
            disabled={index === 0}
            onClick={() => {
              move(index, -1);
            }}
          >
            <IconArrowUp size={14} stroke={1.5} />
          </IconAction>
          <IconAction
            label={t`Move ${field.name} down`}
            disabled={index === fields.length - 1}
            onClick={() => {
              move(index, 1);
            }}
          >
            <IconArrowDown size={14} stroke={1.5} />
          </IconAction>
          <IconAction
            label={t`Remove ${field.name}`}
            onClick={() => {
              onChange(fields.filter((_, at) => at !== index));
            }}
          >
            <IconTrash size={14} stroke={1.5} />
          </IconAction>
        </Row>
      ))}
      {!readOnly && (
        <Button
          variant="subtle"
          size="compact-xs"
          leftSection={<IconPlus size={14} stroke={1.5} />}
          onClick={() => {
            onChange([...fields, { name: "", type: "string" }]);
          }}
        >{t`Add a field`}</Button>
      )}
    </fieldset>
  );
}

interface RowProps {
  field: Field;
  label: string;
  place: string;
  error: string | undefined;
  onChange: (part: Partial<Field>) => void;
  /** The buttons that concern the list. */
  children: ReactNode;
}

function Row({ field, label, place, error, onChange, children }: RowProps) {
  const [open, setOpen] = useState(false);
  const More = open ? IconChevronUp : IconChevronDown;
  return (
    <div className={classes.field} role="group" aria-label={label} data-place={place}>
      <div className={classes.row}>
        <TextInput
          aria-label={t`Name`}
          placeholder={t`name`}
          error={error !== undefined}
          value={field.name}
          onChange={(event) => {
            onChange({ name: event.currentTarget.value });
          }}
        />
        <Select
          aria-label={t`Type`}
          data={types}
          value={field.type ?? "string"}
          allowDeselect={false}
          onChange={(type) => {
            onChange({ type: type ?? "string" });
          }}
        />
        <TextInput
          aria-label={t`Label`}
          placeholder={t`Label`}
          value={field.label ?? ""}
          onChange={(event) => {
            onChange({ label: event.currentTarget.value });
          }}
        />
        <Checkbox
          label={t`Required`}
          checked={field.required === true}
          onChange={(event) => {
            onChange({ required: event.currentTarget.checked });
          }}
        />
        <span className={classes.actions}>
          <IconAction
            label={t`${open ? t`Less` : t`More`} about ${label}`}
            expanded={open}
            onClick={() => {
              setOpen(!open);
            }}
          >
            <More size={14} stroke={1.5} />
          </IconAction>
          {children}
        </span>
      </div>
      {error && (
        <p className={classes.error} role="status">
          {error}
        </p>
      )}
      {open && <FieldDetails field={field} onChange={onChange} />}
    </div>
  );
}

interface IconActionProps {
  label: string;
  disabled?: boolean;
  expanded?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function IconAction({ label, expanded, children, ...rest }: IconActionProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon size="sm" aria-label={label} {...(expanded !== undefined && { "aria-expanded": expanded })} {...rest}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
