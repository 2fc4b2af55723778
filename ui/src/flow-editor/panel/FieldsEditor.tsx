import { t } from "@lingui/core/macro";
import { ActionIcon, Button, Checkbox, Select, Textarea, TextInput, Tooltip } from "@mantine/core";
import { IconArrowUp, IconChevronDown, IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";

import {
  elementsOf,
  fieldTypes,
  newField,
  optionLines,
  optionsFrom,
  widgets,
  withAdded,
  withElement,
  withMoved,
  withoutElement,
} from "../model/fields";
import { booleanOf, JsonObject, type JsonText, quote, stringOf } from "../model/json";
import { changed } from "../model/edits";
import { useFlow } from "../useFlow";
import { JsonInput } from "./JsonInput";
import classes from "./panel.module.css";

interface Props {
  title: string;
  /** What an empty list means. */
  empty: string;
  value: JsonText | undefined;
  onChange: (value: JsonText) => void;
  /** What is asked of people has labels, widgets and options; what an action gives has not. */
  isForm: boolean;
  field: string;
}

/** A list of declared fields. */
export function FieldsEditor({ title, empty, value, onChange, isForm, field }: Props) {
  const readOnly = useFlow((state) => state.readOnly);
  const fields = elementsOf(value);
  return (
    <section className={classes.section} data-field={field}>
      <h3>
        {title}
        {!readOnly && (
          <Button
            variant="subtle"
            size="compact-xs"
            leftSection={<IconPlus size={13} stroke={1.8} />}
            onClick={() => {
              onChange(withAdded(value, newField(value)));
            }}
          >{t`Add`}</Button>
        )}
      </h3>
      {fields.length === 0 && <p className={classes.note}>{empty}</p>}
      {fields.map((text, i) => (
        <FieldItem
          key={i}
          text={text}
          isForm={isForm}
          isFirst={i === 0}
          path={`${field}[${i}]`}
          onChange={(next) => {
            onChange(withElement(value, i, next));
          }}
          onRemove={() => {
            onChange(withoutElement(value, i));
          }}
          onMoveUp={() => {
            onChange(withMoved(value, i, -1));
          }}
        />
      ))}
    </section>
  );
}

interface ItemProps {
  text: JsonText;
  isForm: boolean;
  isFirst: boolean;
  path: string;
  onChange: (text: JsonText) => void;
  onRemove: () => void;
  onMoveUp: () => void;
}

function FieldItem({ text, isForm, isFirst, path, onChange, onRemove, onMoveUp }: ItemProps) {
  const readOnly = useFlow((state) => state.readOnly);
  const [isOpen, setIsOpen] = useState(false);
  const object = JsonObject.parse(text);
  if (!object) {
    return (
      <JsonInput
        label={t`This is no field`}
        value={text}
        onChange={(next) => {
          onChange(next ?? "{}");
        }}
      />
    );
  }
  const name = stringOf(object.get("name")) ?? "";
  const set = (key: string, next: JsonText | undefined) => {
    onChange(changed(object, key, next).toString());
  };
  const label = name || "field";
  return (
    <div className={classes.item} data-field={path}>
      <div className={classes.itemHead}>
        <TextInput
          className={classes.grow ?? ""}
          aria-label={t`Name`}
          placeholder={t`name`}
          value={name}
          readOnly={readOnly}
          onChange={(event) => {
            set("name", quote(event.currentTarget.value));
          }}
        />
        <Select
          aria-label={t`Type of ${label}`}
          w={96}
          data={[...fieldTypes]}
          value={stringOf(object.get("type")) ?? "string"}
          readOnly={readOnly}
          allowDeselect={false}
          onChange={(type) => {
            set("type", quote(type ?? "string"));
          }}
        />
        <Tooltip label={isOpen ? t`Less` : t`More`}>
          <ActionIcon
            aria-label={t`More about ${label}`}
            aria-expanded={isOpen}
            onClick={() => {
              setIsOpen(!isOpen);
            }}
          >
            <IconChevronDown size={15} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </div>
      <div className={classes.itemHead}>
        <Checkbox
          className={classes.grow ?? ""}
          label={t`Required`}
          checked={booleanOf(object.get("required")) ?? false}
          disabled={readOnly}
          onChange={(event) => {
            set("required", event.currentTarget.checked ? "true" : undefined);
          }}
        />
        {!readOnly && !isFirst && (
          <Tooltip label={t`Move up`}>
            <ActionIcon aria-label={t`Move ${label} up`} size="sm" onClick={onMoveUp}>
              <IconArrowUp size={14} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        )}
        {!readOnly && (
          <Tooltip label={t`Remove`}>
            <ActionIcon aria-label={t`Remove ${label}`} size="sm" onClick={onRemove}>
              <IconTrash size={14} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      {isOpen && <FieldDetails object={object} isForm={isForm} set={set} />}
    </div>
  );
}

interface DetailsProps {
  object: JsonObject;
  isForm: boolean;
  set: (key: string, value: JsonText | undefined) => void;
}

function FieldDetails({ object, isForm, set }: DetailsProps) {
  const readOnly = useFlow((state) => state.readOnly);
  const options = object.get("options");
  const [lines, setLines] = useState<string>();
  const textField = (key: string, label: string, description?: string) => (
    <TextInput
      label={label}
      description={description}
      value={stringOf(object.get(key)) ?? ""}
      readOnly={readOnly}
      onChange={(event) => {
        set(key, event.currentTarget.value === "" ? undefined : quote(event.currentTarget.value));
      }}
    />
  );
  return (
    <>
      {isForm && textField("label", t`Label`)}
      {textField("description", t`Description`)}
      {textField("contextKey", t`Kept under`, t`The name in the context, if it is another one.`)}
      {isForm && (
        <>
          <Select
            label={t`Shown as`}
            placeholder={t`as fits the type`}
            data={[...widgets]}
            value={stringOf(object.get("widget")) ?? null}
            readOnly={readOnly}
            clearable
            onChange={(widget) => {
              set("widget", widget === null ? undefined : quote(widget));
            }}
          />
          <Textarea
            label={t`Options`}
            description={t`One a line: value, or value = label.`}
            autosize
            minRows={1}
            maxRows={8}
            value={lines ?? optionLines(options)}
            readOnly={readOnly}
            onChange={(event) => {
              setLines(event.currentTarget.value);
              set("options", optionsFrom(event.currentTarget.value, options));
            }}
            onBlur={() => {
              setLines(undefined);
            }}
          />
          <JsonInput
            label={t`Unless given`}
            description={t`A JSON value.`}
            value={object.get("defaultValue")}
            onChange={(value) => {
              set("defaultValue", value);
            }}
          />
        </>
      )}
      <Checkbox
        label={t`Sensitive: masked in prompts, logs and previews`}
        checked={booleanOf(object.get("sensitive")) ?? false}
        disabled={readOnly}
        onChange={(event) => {
          set("sensitive", event.currentTarget.checked ? "true" : undefined);
        }}
      />
    </>
  );
}
