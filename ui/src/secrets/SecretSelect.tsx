import { t } from "@lingui/core/macro";
import { Button, Select } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useState } from "react";

import { useMay } from "../api/queries/access";
import { useSecrets } from "../api/queries/secrets";
import { SecretDialog } from "./SecretDialog";
import classes from "./SecretSelect.module.css";

interface SecretSelectProps {
  label: string;
  description: string;
  /** What a new one may be called. */
  suggestion: string;
  value: string;
  /** Of what uses it: the team's own secrets and those for everyone can be chosen. */
  teamId: string | undefined;
  error: string | undefined;
  readOnly: boolean;
  onChange: (name: string) => void;
}

/** Chooses a secret by its name, or sets a new one at once. */
export function SecretSelect(props: SecretSelectProps) {
  const { label, description, suggestion, value, teamId, error, readOnly, onChange } = props;
  const secrets = useSecrets();
  const [setting, setSetting] = useState<string>();
  const maySet = useMay("secret.manage")(teamId);
  const names = new Set(
    (secrets.data?.items ?? [])
      .filter((secret) => secret.teamId === undefined || secret.teamId === teamId)
      .map(({ name }) => name),
  );
  const missing = value !== "" && secrets.data !== undefined && !secrets.data.more && !names.has(value);
  return (
    <div className={classes.row} data-place="secret">
      <Select
        className={classes.select ?? ""}
        label={label}
        description={description}
        placeholder={t`No key is shown`}
        error={error ?? (missing && t`No secret of this name is set.`)}
        searchable
        clearable
        nothingFoundMessage={t`No secret has this name`}
        data={[...new Set([...names, ...(value === "" ? [] : [value])])].sort()}
        value={value === "" ? null : value}
        readOnly={readOnly}
        onChange={(name) => {
          onChange(name ?? "");
        }}
      />
      {maySet && !readOnly && (
        <Button
          variant="default"
          leftSection={<IconKey size={15} stroke={1.5} />}
          onClick={() => {
            setSetting(missing ? value : "");
          }}
        >
          {missing ? t`Set it…` : t`Set a new secret…`}
        </Button>
      )}
      <SecretDialog
        opened={setting !== undefined}
        name={setting}
        suggestion={suggestion}
        teamId={teamId}
        onClose={() => {
          setSetting(undefined);
        }}
        onSet={onChange}
      />
    </div>
  );
}
