import { t } from "@lingui/core/macro";
import { Textarea } from "@mantine/core";
import { useState } from "react";

import type { JsonText } from "../model/json";
import { checkJson, JsonError } from "../model/jsonCheck";
import { useFlow } from "../useFlow";
import classes from "./panel.module.css";

interface Props {
  label: string;
  description?: string;
  value: JsonText | undefined;
  /** Called with text that is JSON, or with undefined when it was emptied. */
  onChange: (value: JsonText | undefined) => void;
  mustBeObject?: boolean;
}

const inputClasses = { input: classes.mono ?? "" };

/** A JSON value as text. What is no JSON stays in the input, and out of the document, until it is. */
export function JsonInput({ label, description, value, onChange, mustBeObject = false }: Props) {
  const readOnly = useFlow((state) => state.readOnly);
  const [draft, setDraft] = useState<{ text: string; problem: string }>();
  return (
    <Textarea
      label={label}
      description={description}
      value={draft?.text ?? value ?? ""}
      readOnly={readOnly}
      autosize
      minRows={1}
      maxRows={14}
      spellCheck={false}
      classNames={inputClasses}
      error={draft?.problem}
      onChange={(event) => {
        const text = event.currentTarget.value;
        const problem = problemOf(text, mustBeObject);
        setDraft(problem === undefined ? undefined : { text, problem });
        if (problem === undefined) {
          onChange(text.trim() === "" ? undefined : text.trim());
        }
      }}
    />
  );
}

function problemOf(text: string, mustBeObject: boolean): string | undefined {
  if (text.trim() === "") {
    return undefined;
  }
  try {
    checkJson(text);
    return mustBeObject && !text.trim().startsWith("{") ? t`This must be an object: { … }` : undefined;
  } catch (error) {
    return error instanceof JsonError ? t`Not kept yet: ${error.message}` : String(error);
  }
}
