import { Button } from "@mantine/core";
import { useRef, useState, type ReactNode, type SyntheticEvent } from "react";

import { ProblemError } from "../../api/problem";
import type { JSONObject } from "../../lib/json";
import { DialogEnd } from "../DialogEnd";
import { Refused } from "../Notice";
import { collect, initialValues, problemsByField, type Field, type FieldErrors, type FieldValues } from "./fields";
import { FieldInput } from "./FieldInput";
import classes from "./FieldsForm.module.css";

interface FieldsFormProps {
  fields: Field[];
  submit: string;
  busy: boolean;
  /** Why the last attempt was refused, if it was. */
  error: unknown;
  /** How a refusal is announced. */
  refused: string;
  onSubmit: (output: JSONObject) => void;
  /** The way out, where the form is in a dialog. */
  leave?: ReactNode;
}

/** A form made of declared fields. What does not fit is told beside its field, by the page and by the server alike. */
export function FieldsForm({ fields, submit, busy, error, refused, onSubmit, leave }: FieldsFormProps) {
  const [values, setValues] = useState<FieldValues>(() => initialValues(fields));
  const [own, setOwn] = useState<FieldErrors>({});
  /** The refusal whose fields were corrected since. */
  const [corrected, setCorrected] = useState<{ error: unknown; fields: string[] }>({ error: undefined, fields: [] });
  const form = useRef<HTMLFormElement>(null);

  const told = error instanceof ProblemError ? problemsByField(fields, error.problem.problems) : undefined;
  const since = corrected.error === error ? corrected.fields : [];
  const errorOf = (name: string) => own[name] ?? (since.includes(name) ? undefined : told?.errors[name]);

  const onlyFields = told?.others.length === 0 && Object.keys(told.errors).length > 0;

  const change = (name: string, value: FieldValues[string]) => {
    setValues((now) => ({ ...now, [name]: value }));
    setOwn((now) => Object.fromEntries(Object.entries(now).filter(([field]) => field !== name)));
    setCorrected({ error, fields: [...since, name] });
  };

  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    const { output, errors } = collect(fields, values);
    setOwn(errors);
    const first = fields.find(({ name }) => errors[name]);
    if (first) {
      focusOn(form.current, first.name);
      return;
    }
    onSubmit(output);
  };

  const refusal = error != null && !onlyFields && <Refused what={refused} error={error} />;
  const go = (
    <Button type="submit" loading={busy}>
      {submit}
    </Button>
  );
  return (
    <form ref={form} className={classes.form} onSubmit={send} noValidate>
      {fields.map((field) => (
        <FieldInput
          key={field.name}
          field={field}
          value={values[field.name] ?? ""}
          error={errorOf(field.name)}
          onChange={(value) => {
            change(field.name, value);
          }}
        />
      ))}
      {leave ? (
        <DialogEnd notice={refusal}>
          {leave}
          {go}
        </DialogEnd>
      ) : (
        <>
          {refusal}
          <div>{go}</div>
        </>
      )}
    </form>
  );
}

function focusOn(form: HTMLFormElement | null, name: string): void {
  const place = form?.querySelector(`[data-field="${CSS.escape(name)}"]`);
  const inputs = "input, textarea";
  const input = place?.matches(inputs) ? place : place?.querySelector(inputs);
  if (input instanceof HTMLElement) {
    input.focus();
  }
}
