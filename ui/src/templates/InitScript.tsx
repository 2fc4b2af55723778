import { t } from "@lingui/core/macro";
import { Select, Switch } from "@mantine/core";

import { isObject, textOf } from "../lib/json";
import { CodeField } from "../objects/CodeField";
import { languageOf, languages } from "../objects/languages";
import type { Told } from "../objects/problems";

interface InitScriptProps {
  value: unknown;
  told: Told;
  readOnly: boolean;
  onChange: (script: unknown) => void;
}

/** What runs in a session's directory before its agent starts. */
export function InitScript({ value, told, readOnly, onChange }: InitScriptProps) {
  const script = isObject(value) ? value : undefined;
  return (
    <>
      <Switch
        label={t`A script runs once in the session's directory before the agent starts`}
        error={script ? undefined : told("initScript")}
        data-place="initScript"
        checked={script !== undefined}
        disabled={readOnly}
        onChange={(event) => {
          onChange(event.currentTarget.checked ? { language: "bash", source: "" } : undefined);
        }}
      />
      {script && (
        <>
          <Select
            label={t`Language`}
            error={told("initScript.language")}
            data-place="initScript.language"
            data={languages}
            value={languageOf(script.language)}
            allowDeselect={false}
            readOnly={readOnly}
            maw={240}
            onChange={(language) => {
              onChange({ ...script, language });
            }}
          />
          <CodeField
            label={t`Script`}
            error={told("initScript.source")}
            place="initScript.source"
            language={languageOf(script.language)}
            value={textOf(script.source)}
            readOnly={readOnly}
            minHeight="120px"
            onChange={(source) => {
              onChange({ ...script, source });
            }}
          />
        </>
      )}
    </>
  );
}
