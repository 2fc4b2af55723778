import { t } from "@lingui/core/macro";
import { Select } from "@mantine/core";

import { useTeams } from "../api/queries/access";

interface ScopeSelectProps {
  /** A team's slug; nothing for what is there for everyone. */
  value: string | undefined;
  onChange: (slug: string | undefined) => void;
}

/** For whom: everyone, or a team. Nothing to choose where there are no teams. */
export function ScopeSelect({ value, onChange }: ScopeSelectProps) {
  const teams = useTeams();
  const known = teams.data?.items ?? [];
  if (known.length === 0) {
    return null;
  }
  return (
    <Select
      label={t`For`}
      w={240}
      allowDeselect={false}
      data={[{ value: "", label: t`Everyone` }, ...known.map(({ slug, name }) => ({ value: slug, label: name }))]}
      value={value ?? ""}
      onChange={(slug) => {
        onChange(slug === "" ? undefined : (slug ?? undefined));
      }}
    />
  );
}
