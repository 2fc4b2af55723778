import { t } from "@lingui/core/macro";
import { MultiSelect, NumberInput, Select, Textarea, TextInput } from "@mantine/core";

import { listOf, textOf } from "../lib/json";
import { withMember } from "../lib/rawJson";
import { CodeField, JsonCode } from "./CodeField";
import { FieldList, type Field } from "./FieldList";
import { languageOf, languages } from "./languages";
import classes from "./objectForms.module.css";
import { toldOf, type ObjectProblem } from "./problems";

/** What the forms of action types and tools take: the object as JSON text, of which they change single members. */
export interface ObjectFormProps {
  text: string;
  onChange: (text: string, origin: string) => void;
  readOnly?: boolean;
  /** What is wrong with it, to stand beside the fields. */
  problems?: readonly ObjectProblem[];
  /** The form stands in the column of a page, which has its own margins. */
  inPage?: boolean;
  /** For whom the object is. */
  teamId?: string | undefined;
  /** The object as it is in the catalog, and whether the text is another one. */
  saved?: { id: string; changed: boolean };
}

type Json = Record<string, unknown>;

const predicates = [
  { value: "RequireWorkspace", label: t`With a workspace` },
  { value: "RequireNoWorkspace", label: t`Without a workspace` },
  { value: "RequireWorkflow", label: t`In a workflow` },
  { value: "RequireTeam", label: t`In a team` },
  { value: "DenyVisitor", label: t`Not to visitors` },
  { value: t`All`, label: t`Anywhere` },
];

const object = (value: unknown): Json => (typeof value === "object" && value !== null ? (value as Json) : {});
const fields = (value: unknown): Field[] => (Array.isArray(value) ? (value as Field[]) : []);

function useMembers({ text: whole, onChange, problems = [] }: ObjectFormProps) {
  const value = JSON.parse(whole) as Json;
  const set = (key: string, next: unknown, origin: string) => {
    onChange(withMember(whole, key, next), origin);
  };
  /** An empty text takes the member away, so that its default counts. */
  const setText = (key: string, next: string, origin: string) => {
    set(key, next === "" ? undefined : next, origin);
  };
  return { value, set, setText, told: toldOf(problems) };
}

/** The form of an action type. */
export function ActionTypeForm(props: ObjectFormProps) {
  const { value, set, setText, told } = useMembers(props);
  const readOnly = props.readOnly ?? false;
  const script = object(value.script);
  return (
    <div className={classes.form} data-in-page={props.inPage}>
      <div className={classes.pair}>
        <TextInput
          label={t`Name`}
          error={told("name")}
          data-place="name"
          description={t`What steps of the workflow call it by.`}
          value={textOf(value.name)}
          readOnly={readOnly}
          onChange={(event) => {
            set("name", event.currentTarget.value, t`Renamed`);
          }}
        />
        <TextInput
          label={t`Label`}
          error={told("label")}
          data-place="label"
          description={t`What people read.`}
          value={textOf(value.label)}
          readOnly={readOnly}
          onChange={(event) => {
            set("label", event.currentTarget.value, t`Changed the label`);
          }}
        />
      </div>
      <Textarea
        label={t`Description`}
        error={told("description")}
        data-place="description"
        autosize
        minRows={1}
        value={textOf(value.description)}
        readOnly={readOnly}
        onChange={(event) => {
          set("description", event.currentTarget.value, t`Changed the description`);
        }}
      />
      <FieldList
        title={t`Inputs`}
        description={t`What a step has to give. The script reads them as JSON from stdin.`}
        place="inputs"
        told={told}
        fields={fields(value.inputs)}
        readOnly={readOnly}
        onChange={(next) => {
          set("inputs", next, t`Changed the inputs`);
        }}
      />
      <FieldList
        title={t`Outputs`}
        description={t`What the script returns as the last line of stdout. What does not fit fails the attempt.`}
        place="outputs"
        told={told}
        fields={fields(value.outputs)}
        readOnly={readOnly}
        onChange={(next) => {
          set("outputs", next, t`Changed the outputs`);
        }}
      />
      <Select
        label={t`Language`}
        error={told("script.language")}
        data-place="script.language"
        data={languages}
        value={languageOf(script.language)}
        allowDeselect={false}
        readOnly={readOnly}
        className={classes.narrow ?? ""}
        onChange={(language) => {
          set("script", { ...script, language }, t`Changed the language`);
        }}
      />
      <CodeField
        label={t`Source`}
        error={told("script")}
        place="script"
        language={languageOf(script.language)}
        value={textOf(script.source)}
        readOnly={readOnly}
        minHeight="220px"
        onChange={(source) => {
          set("script", { ...script, source }, t`Changed the source`);
        }}
      />
      <div className={classes.triple}>
        <TextInput
          label={t`Time limit of an attempt`}
          error={told("timeout")}
          data-place="timeout"
          placeholder="PT60S"
          value={textOf(value.timeout)}
          readOnly={readOnly}
          onChange={(event) => {
            setText("timeout", event.currentTarget.value, t`Changed the time limit`);
          }}
        />
        <NumberInput
          label={t`Attempts`}
          error={told("maxAttempts")}
          data-place="maxAttempts"
          placeholder="3"
          min={1}
          max={20}
          allowDecimal={false}
          value={typeof value.maxAttempts === "number" ? value.maxAttempts : ""}
          readOnly={readOnly}
          onChange={(next) => {
            set("maxAttempts", typeof next === "number" ? next : undefined, t`Changed the attempts`);
          }}
        />
        <TextInput
          label={t`Pause before the second`}
          error={told("backoff")}
          data-place="backoff"
          placeholder="PT1S"
          value={textOf(value.backoff)}
          readOnly={readOnly}
          onChange={(event) => {
            setText("backoff", event.currentTarget.value, t`Changed the pause`);
          }}
        />
      </div>
      <Environment {...props} />
    </div>
  );
}

/** The form of a tool. */
export function ToolForm(props: ObjectFormProps) {
  const { value, set, setText, told } = useMembers(props);
  const readOnly = props.readOnly ?? false;
  return (
    <div className={classes.form} data-in-page={props.inPage}>
      <div className={classes.pair}>
        <TextInput
          label={t`Name`}
          error={told("name")}
          data-place="name"
          description={t`What agents call it by.`}
          value={textOf(value.name)}
          readOnly={readOnly}
          onChange={(event) => {
            set("name", event.currentTarget.value, t`Renamed`);
          }}
        />
        <TextInput
          label={t`Time limit`}
          error={told("timeout")}
          data-place="timeout"
          description={t`As an ISO 8601 duration.`}
          placeholder="PT60S"
          value={textOf(value.timeout)}
          readOnly={readOnly}
          onChange={(event) => {
            setText("timeout", event.currentTarget.value, t`Changed the time limit`);
          }}
        />
      </div>
      <Textarea
        label={t`Description`}
        error={told("description")}
        data-place="description"
        description={t`What an agent chooses the tool by.`}
        autosize
        minRows={2}
        value={textOf(value.description)}
        readOnly={readOnly}
        onChange={(event) => {
          set("description", event.currentTarget.value, t`Changed the description`);
        }}
      />
      <JsonCode
        label={t`Parameters`}
        error={told("parameters")}
        place="parameters"
        description={t`A JSON Schema of an object.`}
        value={value.parameters}
        readOnly={readOnly}
        minHeight="140px"
        onChange={(next) => {
          set("parameters", next, t`Changed the parameters`);
        }}
      />
      <Select
        label={t`Language`}
        error={told("language")}
        data-place="language"
        data={languages}
        value={languageOf(value.language)}
        allowDeselect={false}
        readOnly={readOnly}
        className={classes.narrow ?? ""}
        onChange={(language) => {
          set("language", language, t`Changed the language`);
        }}
      />
      <CodeField
        label={t`Source`}
        error={told("source")}
        place="source"
        language={languageOf(value.language)}
        value={textOf(value.source)}
        readOnly={readOnly}
        minHeight="220px"
        onChange={(source) => {
          set("source", source, t`Changed the source`);
        }}
      />
      <MultiSelect
        label={t`Offered only`}
        description={t`Where agents find the tool. With nothing chosen, everywhere.`}
        error={told("requires")}
        data-place="requires"
        data={predicates}
        value={listOf(value.requires).map(textOf)}
        readOnly={readOnly}
        clearable
        onChange={(next) => {
          set("requires", next.length === 0 ? undefined : next, t`Changed where it is offered`);
        }}
      />
      <Environment {...props} />
    </div>
  );
}

function Environment(props: ObjectFormProps) {
  const { value, set, told } = useMembers(props);
  return (
    <JsonCode
      label={t`Environment`}
      error={told("environment")}
      place="environment"
      description={t`Variables for the script: an object of texts.`}
      value={value.environment}
      readOnly={props.readOnly ?? false}
      minHeight="60px"
      onChange={(next) => {
        const empty = Object.keys(object(next)).length === 0;
        set("environment", empty ? undefined : next, t`Changed the environment`);
      }}
    />
  );
}
