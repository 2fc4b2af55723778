import { t } from "@lingui/core/macro";
import { TagsInput } from "@mantine/core";

import { useSecrets } from "../api/queries/secrets";

interface SecretNamesProps {
  description: string;
  place: string;
  value: string[];
  error: string | undefined;
  readOnly: boolean;
  onChange: (names: string[] | undefined) => void;
}

/** Secrets by their names; each becomes a variable. */
export function SecretNames({ description, place, value, error, readOnly, onChange }: SecretNamesProps) {
  const names = useSecrets().data?.items.map(({ name }) => name) ?? [];
  return (
    <TagsInput
      size="xs"
      label={t`Secrets`}
      description={description}
      error={error}
      data-place={place}
      data={[...new Set(names)]}
      value={value}
      readOnly={readOnly}
      onChange={(next) => {
        onChange(next.length === 0 ? undefined : next);
      }}
    />
  );
}
