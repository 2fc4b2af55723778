import { t } from "@lingui/core/macro";
import { Autocomplete, Checkbox, Select, Stack, TagsInput, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { enginesQuery } from "../api/queries/engines";
import { isObject, listOf, objectsOf, textOf, type JSONObject } from "../lib/json";
import { withMember } from "../lib/rawJson";
import { CodeField, JsonCode } from "../objects/CodeField";
import type { ObjectFormProps } from "../objects/objectForms";
import classes from "../objects/objectForms.module.css";
import { toldOf } from "../objects/problems";
import { capabilities } from "./capabilities";
import { InitScript } from "./InitScript";
import { SecretNames } from "./SecretNames";
import { Servers } from "./Servers";

const noneOf = (value: unknown): boolean =>
  value === "" || (Array.isArray(value) && value.length === 0) || (isObject(value) && Object.keys(value).length === 0);

/** The form of a session template. What says nothing is left out of it, so that the default counts. */
export function TemplateForm({ text, onChange, readOnly = false, problems = [], teamId }: ObjectFormProps) {
  const template = JSON.parse(text) as JSONObject;
  const told = toldOf(problems);
  const set = (key: string, value: unknown, origin: string) => {
    onChange(withMember(text, key, noneOf(value) && key !== "name" ? undefined : value), origin);
  };
  const words = (key: string) => ({
    error: told(key),
    "data-place": key,
    value: textOf(template[key]),
    readOnly,
  });
  return (
    <div className={classes.form} data-in-page>
      <div className={classes.pair}>
        <TextInput
          label={t`Name`}
          description={t`Lower-case letters, digits and hyphens.`}
          {...words("name")}
          onChange={(event) => {
            set("name", event.currentTarget.value, t`Renamed`);
          }}
        />
        <TextInput
          label={t`Label`}
          description={t`What people read.`}
          {...words("label")}
          onChange={(event) => {
            set("label", event.currentTarget.value, t`Changed the label`);
          }}
        />
      </div>
      <Textarea
        label={t`Description`}
        autosize
        minRows={1}
        {...words("description")}
        onChange={(event) => {
          set("description", event.currentTarget.value, t`Changed the description`);
        }}
      />
      <Checkbox.Group
        size="xs"
        label={t`What its sessions can do besides talking`}
        error={told("capabilities")}
        data-place="capabilities"
        value={listOf(template.capabilities).map(textOf)}
        readOnly={readOnly}
        onChange={(next) => {
          set("capabilities", next, t`Changed what its sessions can do`);
        }}
      >
        <Stack gap="sm" mt={6} mb={4}>
          {capabilities.map(({ value, label, description }) => (
            <Checkbox key={value} value={value} label={label} description={description} disabled={readOnly} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Agent template={template} told={told} teamId={teamId} readOnly={readOnly} set={set} />
      <CodeField
        label={t`Prompt`}
        description={t`What the agent is told about its task. The rules and the reference that its capabilities need are added.`}
        error={told("systemPrompt")}
        place="systemPrompt"
        language="text"
        value={textOf(template.systemPrompt)}
        readOnly={readOnly}
        minHeight="160px"
        onChange={(next) => {
          set("systemPrompt", next, t`Changed the prompt`);
        }}
      />
      <Textarea
        label={t`First message`}
        description={t`Goes before the first message of a session.`}
        autosize
        minRows={1}
        {...words("initialMessage")}
        onChange={(event) => {
          set("initialMessage", event.currentTarget.value, t`Changed the first message`);
        }}
      />
      <Servers
        servers={objectsOf(template.mcpServers)}
        told={told}
        readOnly={readOnly}
        onChange={(servers, origin) => {
          set("mcpServers", servers, origin);
        }}
      />
      <TagsInput
        size="xs"
        label={t`Allowed tools`}
        description={t`Names of tools, without their server's. With none, all of them.`}
        error={told("allowedTools")}
        data-place="allowedTools"
        value={listOf(template.allowedTools).map(textOf)}
        readOnly={readOnly}
        onChange={(next) => {
          set("allowedTools", next, t`Changed the allowed tools`);
        }}
      />
      <SecretNames
        description={t`The agent and its script get each in a variable of the same name.`}
        place="secrets"
        value={listOf(template.secrets).map(textOf)}
        error={told("secrets")}
        readOnly={readOnly}
        onChange={(names) => {
          set("secrets", names, t`Changed the secrets`);
        }}
      />
      <JsonCode
        label={t`Environment`}
        error={told("environment")}
        place="environment"
        description={t`Variables for the agent and its script: an object of texts. For keys, use secrets.`}
        value={template.environment}
        readOnly={readOnly}
        minHeight="60px"
        onChange={(next) => {
          set("environment", next, t`Changed the environment`);
        }}
      />
      <InitScript
        value={template.initScript}
        told={told}
        readOnly={readOnly}
        onChange={(script) => {
          set("initScript", script, t`Changed the script`);
        }}
      />
    </div>
  );
}

interface AgentProps {
  template: JSONObject;
  told: ReturnType<typeof toldOf>;
  teamId: string | undefined;
  readOnly: boolean;
  set: (key: string, value: unknown, origin: string) => void;
}

/** The agent and model that sessions have unless others are chosen. */
function Agent({ template, told, teamId, readOnly, set }: AgentProps) {
  const engines = useQuery(enginesQuery(teamId)).data ?? [];
  const engine = textOf(template.engine);
  const known = engines.map(({ name, label }) => ({ value: name, label }));
  const models = engines.find(({ name }) => name === engine)?.models ?? [];
  return (
    <div className={classes.pair}>
      <Select
        label={t`Agent`}
        placeholder={t`The server's default`}
        error={told("engine")}
        data-place="engine"
        clearable
        data={
          engine === "" || known.some(({ value }) => value === engine)
            ? known
            : [...known, { value: engine, label: engine }]
        }
        value={engine === "" ? null : engine}
        readOnly={readOnly}
        onChange={(next) => {
          set("engine", next ?? "", t`Changed the agent`);
        }}
      />
      <Autocomplete
        size="xs"
        label={t`Model`}
        placeholder={t`The agent's default`}
        error={told("model")}
        data-place="model"
        data={models.map(({ name }) => name)}
        value={textOf(template.model)}
        readOnly={readOnly}
        onChange={(next) => {
          set("model", next, t`Changed the model`);
        }}
      />
    </div>
  );
}
