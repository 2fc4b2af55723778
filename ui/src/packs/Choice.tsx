import { Checkbox, Stack } from "@mantine/core";

import classes from "./Choice.module.css";

interface ChoiceProps {
  title: string;
  options: { value: string; label: string }[];
  value: string[];
  onChange: (value: string[]) => void;
}

/** Some of a list. A list with nothing in it is left out. */
export function Choice({ title, options, value, onChange }: ChoiceProps) {
  return options.length === 0 ? null : (
    <Checkbox.Group label={title} size="xs" value={value} onChange={onChange}>
      <Stack gap={6} className={classes.options ?? ""}>
        {options.map((option) => (
          <Checkbox key={option.value} value={option.value} label={option.label} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
