import { t } from "@lingui/core/macro";
import { Input, Skeleton } from "@mantine/core";
import { lazy, Suspense, useState } from "react";

import classes from "./CodeField.module.css";
import type { CodeLanguage } from "./CodeEditor";

const CodeEditor = lazy(() => import("./CodeEditor"));

interface Props {
  label: string;
  description?: string;
  value: string;
  language: CodeLanguage;
  onChange: (value: string) => void;
  readOnly?: boolean;
  minHeight?: string;
  error?: string | undefined;
  /** The place in the object that it edits. */
  place?: string;
}

/** A labelled editor for source text, loaded when it is needed. */
export function CodeField({
  label,
  description,
  value,
  language,
  onChange,
  readOnly = false,
  minHeight = "160px",
  error,
  place,
}: Props) {
  return (
    <Input.Wrapper
      label={label}
      description={description}
      error={error}
      size="xs"
      labelElement="div"
      data-place={place}
    >
      <div className={classes.frame}>
        <Suspense fallback={<Skeleton height={minHeight} />}>
          <CodeEditor {...{ label, value, language, onChange, readOnly, minHeight }} />
        </Suspense>
      </div>
    </Input.Wrapper>
  );
}

interface JsonProps {
  label: string;
  description?: string;
  value: unknown;
  onChange: (value: unknown) => void;
  readOnly?: boolean;
  minHeight?: string;
  error?: string | undefined;
  /** The place in the object that it edits. */
  place?: string;
}

/** A JSON value as text. What can't be read is kept in the editor and told, and not handed on. */
export function JsonCode({ value, onChange, error: told, ...rest }: JsonProps) {
  const outside = JSON.stringify(value ?? {}, null, 2);
  const [typed, setTyped] = useState({ text: outside, of: outside });
  const [error, setError] = useState<string>();
  // Another value came from outside than the one that was typed.
  const text = typed.of === outside ? typed.text : outside;
  return (
    <CodeField
      {...rest}
      language="json"
      value={text}
      error={error ?? told}
      onChange={(next) => {
        try {
          const read: unknown = JSON.parse(next);
          setTyped({ text: next, of: JSON.stringify(read, null, 2) });
          setError(undefined);
          onChange(read);
        } catch {
          setTyped({ text: next, of: outside });
          setError(t`This is not valid JSON yet, so it is not saved. What you typed stays here.`);
        }
      }}
    />
  );
}
