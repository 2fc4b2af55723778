import { t } from "@lingui/core/macro";
import { ActionIcon, Autocomplete, Button, TextInput, Tooltip } from "@mantine/core";
import { IconExternalLink, IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";

import type { ActionTypeInfo, FieldInfo, ValidationProblem } from "../contract";
import type { FlowNode } from "../model/document";
import { changed } from "../model/edits";
import { elementsOf } from "../model/fields";
import { JsonObject, type JsonText, quote, stringOf } from "../model/json";
import { isAbout } from "../model/problems";
import { useFlow, useHost } from "../useFlow";
import { ExpressionInput } from "./ExpressionInput";
import { FieldsEditor } from "./FieldsEditor";
import { JsonInput } from "./JsonInput";
import type { FormProps } from "./NodeForm";
import classes from "./panel.module.css";
import { useNodeEdit } from "./useEdit";

/** An action: which action type it calls, with what, and what comes of it. */
export function ActionForm({ node, problems }: FormProps) {
  const host = useHost();
  const readOnly = useFlow((state) => state.readOnly);
  const edit = useNodeEdit(node);
  const name = stringOf(node.config.get("actionType")) ?? "";
  const called = host.actionTypes.find((type) => type.name === name);
  return (
    <>
      <div className={classes.row}>
        <Autocomplete
          size="xs"
          className={classes.grow ?? ""}
          label={t`Action type`}
          placeholder={t`Choose one, or name a new one`}
          data={host.actionTypes.map((type) => type.name)}
          value={name}
          readOnly={readOnly}
          data-field="actionType"
          onChange={(value) => {
            edit.config("actionType", quote(value), t`the action type`);
          }}
        />
        {called && (
          <Tooltip label={t`Open ${name}`}>
            <ActionIcon
              aria-label={t`Open ${name}`}
              size={30}
              onClick={() => {
                host.openActionType({ value: name, resolved: true });
              }}
            >
              <IconExternalLink size={16} stroke={1.5} />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      {called?.description && <p className={classes.note}>{called.description}</p>}
      {!called && name.trim() !== "" && !readOnly && (
        <div className={classes.row}>
          <p className={classes.note}>{t`There is no action type “${name}” yet.`}</p>
          <Button
            variant="default"
            onClick={() => {
              host.openActionType({ value: name, resolved: false });
            }}
          >{t`Create…`}</Button>
        </div>
      )}
      <ActionInputs node={node} called={called} problems={problems} />
      <FieldsEditor
        title={t`Outputs`}
        empty={
          called && called.outputs.length > 0
            ? t`All that the action type gives is kept in the context.`
            : t`Nothing is declared, so all that comes back is kept.`
        }
        field="outputs"
        isForm={false}
        value={node.config.get("outputs")}
        onChange={(value) => {
          edit.config("outputs", value, t`the outputs`);
        }}
      />
      {called && called.outputs.length > 0 && !readOnly && elementsOf(node.config.get("outputs")).length === 0 && (
        <Button
          variant="default"
          onClick={() => {
            edit.config("outputs", declared(called.outputs), t`the outputs`);
          }}
        >{t`Take over the outputs of ${called.name}`}</Button>
      )}
    </>
  );
}

const declared = (fields: readonly FieldInfo[]): JsonText =>
  `[${fields
    .map(({ name, type }) =>
      JsonObject.of([
        ["name", quote(name)],
        ["type", quote(type)],
      ]).toString(),
    )
    .join(",")}]`;

interface InputsProps {
  node: FlowNode;
  called: ActionTypeInfo | undefined;
  problems: readonly ValidationProblem[];
}

/** A row for each input that is declared or given. */
function ActionInputs({ node, called, problems }: InputsProps) {
  const readOnly = useFlow((state) => state.readOnly);
  const edit = useNodeEdit(node);
  const inputs = JsonObject.parse(node.config.get("inputs")) ?? JsonObject.empty;
  const known = called?.inputs ?? [];
  const others = inputs.keys().filter((key) => !known.some((field) => field.name === key));
  const fields: FieldInfo[] = [...known, ...others.map((name) => ({ name, type: "" }))];
  const set = (name: string, value: JsonText | undefined) => {
    edit.config("inputs", changed(inputs, name, value).toString(), t`the input ${name}`);
  };
  return (
    <section className={classes.section} data-field="inputs">
      <h3>{t`Inputs`}</h3>
      {fields.length === 0 && <p className={classes.note}>{t`It is called with nothing.`}</p>}
      {fields.map((field) => (
        <InputRow
          key={field.name}
          node={node}
          field={field}
          value={inputs.get(field.name)}
          isDeclared={known.includes(field)}
          problems={problems.filter((problem) => isAbout(problem, `inputs.${field.name}`))}
          set={(value) => {
            set(field.name, value);
          }}
        />
      ))}
      {!readOnly && (
        <AddInput
          isTaken={(name) => fields.some((field) => field.name === name)}
          add={(name) => {
            set(name, '""');
          }}
        />
      )}
    </section>
  );
}

interface RowProps {
  node: FlowNode;
  field: FieldInfo;
  value: JsonText | undefined;
  isDeclared: boolean;
  problems: readonly ValidationProblem[];
  set: (value: JsonText | undefined) => void;
}

function InputRow({ node, field, value, isDeclared, problems, set }: RowProps) {
  const readOnly = useFlow((state) => state.readOnly);
  const [chosen, setChosen] = useState<"expression" | "value">();
  const expression = value === undefined ? "" : stringOf(value);
  const mode = chosen ?? (expression === undefined ? "value" : "expression");
  const label = `${field.label ?? field.name}${field.required ? " *" : ""}`;
  const about = [field.type, isDeclared ? "" : t`not declared by the action type`].filter(Boolean).join(", ");
  return (
    <div className={classes.form} data-field={`inputs.${field.name}`}>
      {mode === "expression" ? (
        <ExpressionInput
          label={label}
          description={about}
          placeholder={field.required ? t`an expression, as context.order` : t`not given`}
          value={expression ?? ""}
          scope="action-input"
          nodeId={node.id}
          problems={problems}
          onChange={(text) => {
            set(text === "" && isDeclared ? undefined : quote(text));
          }}
        />
      ) : (
        <JsonInput
          label={label}
          description={t`${about ? `${about}; ` : ""}a fixed JSON value that is no text`}
          value={value !== undefined && expression === undefined ? value : undefined}
          onChange={set}
        />
      )}
      {!readOnly && (
        <div className={classes.itemHead}>
          <button
            type="button"
            className={`${classes.link ?? ""} ${classes.grow ?? ""} ${classes.left ?? ""}`}
            onClick={() => {
              setChosen(mode === "expression" ? "value" : "expression");
            }}
          >
            {mode === "expression" ? t`Give a fixed value instead` : t`Write an expression instead`}
          </button>
          {!isDeclared && (
            <Tooltip label={t`Remove`}>
              <ActionIcon
                aria-label={t`Remove ${field.name}`}
                size="sm"
                onClick={() => {
                  set(undefined);
                }}
              >
                <IconTrash size={14} stroke={1.6} />
              </ActionIcon>
            </Tooltip>
          )}
        </div>
      )}
    </div>
  );
}

/** Names an entry that is to be added. */
export function AddInput({
  isTaken,
  add,
  placeholder = t`name of another input`,
}: {
  isTaken: (name: string) => boolean;
  add: (name: string) => void;
  placeholder?: string;
}) {
  const [name, setName] = useState("");
  const wish = name.trim();
  const finish = () => {
    if (wish !== "" && !isTaken(wish)) {
      add(wish);
      setName("");
    }
  };
  return (
    <div className={classes.row}>
      <TextInput
        className={classes.grow ?? ""}
        aria-label={placeholder}
        placeholder={placeholder}
        value={name}
        error={isTaken(wish) ? t`There is one of this name.` : undefined}
        onChange={(event) => {
          setName(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter") {
            finish();
          }
        }}
      />
      <Button
        variant="default"
        leftSection={<IconPlus size={13} stroke={1.8} />}
        onClick={finish}
        disabled={!wish}
      >{t`Add`}</Button>
    </div>
  );
}
