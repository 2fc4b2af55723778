import { t } from "@lingui/core/macro";
import { TextInput } from "@mantine/core";

import { durationInWords, isPositive, parseDuration } from "../model/duration";
import { useFlow } from "../useFlow";
import classes from "./panel.module.css";

interface Props {
  label: string;
  description?: string;
  value: string;
  onChange: (value: string) => void;
  field?: string;
  mayBeZero?: boolean;
}

const inputClasses = { input: classes.mono ?? "" };

/** A duration as ISO 8601 writes it, read back in words. */
export function DurationInput({ label, description, value, onChange, field, mayBeZero = false }: Props) {
  const readOnly = useFlow((state) => state.readOnly);
  const parsed = parseDuration(value);
  const isWrong = value !== "" && (!parsed || (!mayBeZero && !isPositive(parsed)));
  return (
    <TextInput
      label={label}
      description={parsed && !isWrong ? durationInWords(value) : (description ?? t`as P1DT2H or PT30M`)}
      placeholder="PT1H"
      value={value}
      readOnly={readOnly}
      data-field={field}
      classNames={inputClasses}
      error={isWrong ? t`Write days, hours, minutes and seconds, as P1DT2H30M.` : undefined}
      onChange={(event) => {
        onChange(event.currentTarget.value);
      }}
    />
  );
}
