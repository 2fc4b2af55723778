import { t } from "@lingui/core/macro";
import { Select, TextInput } from "@mantine/core";

import type { Range } from "../api/queries/usage";
import { daysOf, lastDays, rangeOf } from "./days";

/** A range as the address has it: a number of days up to now, or two days. */
export interface Picked {
  range: string;
  from: string;
  to: string;
}

const own = "own";
const usual = 30;

/** The range that was picked; the usual one where that is none. */
export function pickedRange({ range, from, to }: Picked, now: number): Range {
  const days = Number(range);
  return (
    (range === own ? rangeOf(from, to) : undefined) ?? lastDays(days > 0 && days <= 366 ? Math.floor(days) : usual, now)
  );
}

interface RangePickerProps {
  picked: Picked;
  now: number;
  onChange: (part: Partial<Picked>) => void;
}

/** Chooses the days that are looked at. */
export function RangePicker({ picked, now, onChange }: RangePickerProps) {
  const { first, last } = daysOf(pickedRange(picked, now));
  const isOwn = picked.range === own;
  const wrong = isOwn && rangeOf(picked.from, picked.to) === undefined;
  return (
    <>
      <Select
        aria-label={t`Days`}
        allowDeselect={false}
        w={150}
        data={[
          { value: "7", label: t`Last 7 days` },
          { value: "30", label: t`Last 30 days` },
          { value: "90", label: t`Last 90 days` },
          { value: own, label: t`From … to …` },
        ]}
        value={picked.range}
        onChange={(range) => {
          onChange(range === own ? { range, from: first, to: last } : { range: range ?? "30", from: "", to: "" });
        }}
      />
      {isOwn && (
        <>
          <TextInput
            type="date"
            aria-label={t`First day`}
            error={wrong && t`The first day is after the last.`}
            value={picked.from}
            onChange={(event) => {
              onChange({ from: event.currentTarget.value });
            }}
          />
          <TextInput
            type="date"
            aria-label={t`Last day`}
            value={picked.to}
            onChange={(event) => {
              onChange({ to: event.currentTarget.value });
            }}
          />
        </>
      )}
    </>
  );
}
