import { t } from "@lingui/core/macro";
import { ActionIcon, Checkbox, NumberInput, Select, Switch, Textarea, TextInput, Tooltip } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";

import { changed } from "../model/edits";
import { booleanOf, JsonObject, type JsonText, numberOf, quote, stringOf } from "../model/json";
import { isAbout } from "../model/problems";
import { useFlow } from "../useFlow";
import { AddInput } from "./ActionForm";
import { DurationInput } from "./DurationInput";
import { ExpressionInput } from "./ExpressionInput";
import { FieldsEditor } from "./FieldsEditor";
import type { FormProps } from "./NodeForm";
import classes from "./panel.module.css";
import { useNodeEdit } from "./useEdit";

/** A task: what a person is told and asked, and its stage settings. */
export function TaskForm({ node, problems }: FormProps) {
  const readOnly = useFlow((state) => state.readOnly);
  const edit = useNodeEdit(node);
  const description = stringOf(node.config.get("description")) ?? "";
  return (
    <>
      <ExpressionInput
        label={t`Title`}
        description={t`An expression: what the task is called in lists. Without one it goes by its name.`}
        placeholder={"'Approve ' + context.name"}
        field="title"
        value={stringOf(node.config.get("title")) ?? ""}
        scope="human-task-title"
        nodeId={node.id}
        problems={problems.filter((problem) => isAbout(problem, "title"))}
        onChange={(text) => {
          edit.config("title", text === "" ? undefined : quote(text), t`the title`);
        }}
      />
      <Textarea
        label={t`Description`}
        autosize
        minRows={2}
        maxRows={8}
        value={description}
        readOnly={readOnly}
        data-field="description"
        onChange={(event) => {
          const text = event.currentTarget.value;
          edit.config("description", text === "" ? undefined : quote(text), t`the description`);
        }}
      />
      <FieldsEditor
        title={t`Form`}
        empty={t`Nothing is asked. Add the fields that a person, or the persona, has to fill.`}
        field="outputs"
        isForm
        value={node.config.get("outputs")}
        onChange={(value) => {
          edit.config("outputs", value, t`the form`);
        }}
      />
      <ShownValues node={node} problems={problems} />
      <StageForm node={node} problems={problems} />
    </>
  );
}

/** What is shown beside the form: a label and an expression each. */
function ShownValues({ node, problems }: FormProps) {
  const readOnly = useFlow((state) => state.readOnly);
  const edit = useNodeEdit(node);
  const inputs = JsonObject.parse(node.config.get("inputs")) ?? JsonObject.empty;
  const set = (name: string, value: JsonText | undefined) => {
    edit.config("inputs", changed(inputs, name, value).toString(), t`what is shown as ${name}`);
  };
  return (
    <section className={classes.section} data-field="inputs">
      <h3>{t`Shown beside the form`}</h3>
      {inputs.entries().map(([name, value]) => (
        <div key={name} className={`${classes.row ?? ""} ${classes.beside ?? ""}`}>
          <div className={classes.grow}>
            <ExpressionInput
              label={name}
              value={stringOf(value) ?? ""}
              scope="action-input"
              nodeId={node.id}
              problems={problems.filter((problem) => isAbout(problem, `inputs.${name}`))}
              onChange={(text) => {
                set(name, quote(text));
              }}
            />
          </div>
          {!readOnly && (
            <Tooltip label={t`Remove`}>
              <ActionIcon
                aria-label={t`Remove ${name}`}
                onClick={() => {
                  set(name, undefined);
                }}
              >
                <IconTrash size={14} stroke={1.6} />
              </ActionIcon>
            </Tooltip>
          )}
        </div>
      ))}
      {!readOnly && (
        <AddInput
          placeholder={t`label of what is shown`}
          isTaken={(name) => inputs.has(name)}
          add={(name) => {
            set(name, '""');
          }}
        />
      )}
    </section>
  );
}

/** Stage settings: with them a persona collects the form and a team handles the work. */
function StageForm({ node, problems }: FormProps) {
  const readOnly = useFlow((state) => state.readOnly);
  const edit = useNodeEdit(node);
  const stage = JsonObject.parse(node.config.get("x-heddle"));
  const save = (value: JsonObject | undefined, words = t`the stage settings`) => {
    edit.config("x-heddle", value?.toString(), words);
  };
  const set = (key: string, value: JsonText | undefined) => {
    save(changed(stage ?? JsonObject.empty, key, value));
  };
  const slug = (key: string, label: string) => (
    <TextInput
      label={label}
      value={stringOf(stage?.get(key)) ?? ""}
      readOnly={readOnly}
      data-field={`x-heddle.${key}`}
      error={problems.find((problem) => isAbout(problem, `x-heddle.${key}`))?.message}
      onChange={(event) => {
        const text = event.currentTarget.value;
        set(key, text === "" ? undefined : quote(text));
      }}
    />
  );
  const assignment = JsonObject.parse(stage?.get("assignment")) ?? JsonObject.empty;
  const assign = (key: string, value: JsonText | undefined) => {
    const next = changed(assignment, key, value);
    set("assignment", next.size > 0 ? next.toString() : undefined);
  };
  return (
    <section className={classes.section} data-field="x-heddle">
      <h3>
        {t`Stage`}
        <Switch
          aria-label={t`This task is a stage`}
          checked={stage !== undefined}
          disabled={readOnly}
          onChange={(event) => {
            save(event.currentTarget.checked ? JsonObject.empty : undefined, t`the stage`);
          }}
        />
      </h3>
      {!stage ? (
        <p className={classes.note}>{t`As a stage, a persona talks to the visitor and a team handles the work.`}</p>
      ) : (
        <>
          <div className={classes.two}>
            {slug("persona", t`Persona`)}
            {slug("team", t`Team`)}
          </div>
          <Select
            label={t`What the persona sees of earlier stages`}
            data={[
              { value: "full", label: t`All messages` },
              { value: "summary", label: t`A summary` },
              { value: "fresh", label: t`Nothing` },
            ]}
            value={stringOf(stage.get("historyMode")) ?? "full"}
            readOnly={readOnly}
            allowDeselect={false}
            onChange={(mode) => {
              set("historyMode", quote(mode ?? "full"));
            }}
          />
          <Checkbox
            label={t`Go on by itself once the form is complete`}
            checked={booleanOf(stage.get("autoTransition")) ?? false}
            disabled={readOnly}
            onChange={(event) => {
              set("autoTransition", String(event.currentTarget.checked));
            }}
          />
          <Checkbox
            label={t`The visitor sees this stage's messages`}
            checked={booleanOf(stage.get("visibleToVisitor")) ?? false}
            disabled={readOnly}
            onChange={(event) => {
              set("visibleToVisitor", String(event.currentTarget.checked));
            }}
          />
          <Select
            label={t`Work goes to`}
            data={[
              { value: "pool", label: t`whoever claims it` },
              { value: "round-robin", label: t`members in turn` },
            ]}
            value={stringOf(assignment.get("mode")) ?? "pool"}
            readOnly={readOnly}
            allowDeselect={false}
            onChange={(mode) => {
              assign("mode", quote(mode ?? "pool"));
            }}
          />
          <div className={classes.two}>
            <DurationInput
              label={t`Due in`}
              value={stringOf(assignment.get("dueIn")) ?? ""}
              onChange={(text) => {
                assign("dueIn", text === "" ? undefined : quote(text));
              }}
            />
            <NumberInput
              label={t`Priority`}
              allowDecimal={false}
              value={numberOf(assignment.get("priority")) ?? ""}
              readOnly={readOnly}
              onChange={(value) => {
                assign("priority", typeof value === "number" ? String(value) : undefined);
              }}
            />
          </div>
          <Checkbox
            label={t`Four eyes: not by someone who worked on it before`}
            checked={booleanOf(assignment.get("fourEyes")) ?? false}
            disabled={readOnly}
            onChange={(event) => {
              assign("fourEyes", event.currentTarget.checked ? "true" : undefined);
            }}
          />
        </>
      )}
    </section>
  );
}
