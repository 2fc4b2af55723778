import { TextInput } from "@mantine/core";
import { useState, type ReactNode } from "react";

import { amountOf, amountWords } from "./amount";

interface Props {
  label: string;
  placeholder: string;
  /** Only whole numbers fit. */
  whole?: boolean;
  /** What is said where another text was typed. */
  wrong: string;
  unit: { before?: ReactNode; after?: ReactNode };
  error: string | undefined;
  place: string;
  value: unknown;
  readOnly: boolean;
  onChange: (amount: number | string | undefined) => void;
}

/** A number of 0 or more. Another text stays as it was typed, with what is wrong with it. */
export function Amount(props: Props) {
  const { label, placeholder, whole = false, wrong, unit, error, place, value, readOnly, onChange } = props;
  const [typed, setTyped] = useState({ text: amountWords(value, whole), of: value });
  const text = typed.of === value ? typed.text : amountWords(value, whole);
  const fits = typeof amountOf(text, whole) !== "string";
  return (
    <TextInput
      label={label}
      placeholder={placeholder}
      inputMode={whole ? "numeric" : "decimal"}
      leftSection={unit.before}
      leftSectionWidth={20}
      rightSection={unit.after}
      rightSectionWidth={52}
      error={fits ? error : wrong}
      data-place={place}
      value={text}
      readOnly={readOnly}
      onChange={(event) => {
        const next = event.currentTarget.value;
        const amount = amountOf(next, whole);
        setTyped({ text: next, of: amount });
        onChange(amount);
      }}
    />
  );
}
