import { t } from "@lingui/core/macro";
import { CloseButton, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";

interface SearchProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** Where one types what a list is narrowed to. */
export function Search({ label, value, onChange }: SearchProps) {
  return (
    <TextInput
      type="search"
      w={260}
      aria-label={label}
      placeholder={label}
      value={value}
      leftSection={<IconSearch size={15} stroke={1.5} aria-hidden />}
      rightSection={
        value && (
          <CloseButton
            size="xs"
            aria-label={t`Clear the search`}
            onClick={() => {
              onChange("");
            }}
          />
        )
      }
      onChange={(event) => {
        onChange(event.currentTarget.value);
      }}
    />
  );
}
