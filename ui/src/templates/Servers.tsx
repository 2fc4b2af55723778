import { t } from "@lingui/core/macro";
import { ActionIcon, Button, Textarea, TextInput, Tooltip } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";

import { listOf, textOf } from "../lib/json";
import { JsonCode } from "../objects/CodeField";
import type { Told } from "../objects/problems";
import { SecretNames } from "./SecretNames";
import { argumentLines, argumentsOf, withPart, type Server } from "./servers";
import classes from "./Servers.module.css";

interface ServersProps {
  servers: Server[];
  told: Told;
  readOnly: boolean;
  onChange: (servers: Server[], origin: string) => void;
}

/** The MCP servers that the agent's tools come from, besides Heddle's own. */
export function Servers({ servers, told, readOnly, onChange }: ServersProps) {
  return (
    <fieldset className={classes.servers} data-place="mcpServers">
      <legend>{t`MCP servers`}</legend>
      <p>{t`Programs on the server's machine whose tools the agent gets besides Heddle's. They run as the user of the server.`}</p>
      {told("mcpServers") && servers.length === 0 && <p role="status">{told("mcpServers")}</p>}
      {servers.map((server, index) => (
        <Row
          key={index}
          server={server}
          label={textOf(server.name) || t`MCP server ${index + 1}`}
          place={`mcpServers[${index}]`}
          told={told}
          readOnly={readOnly}
          onChange={(next) => {
            onChange(
              servers.map((one, at) => (at === index ? next : one)),
              t`Changed an MCP server`,
            );
          }}
          onRemove={() => {
            onChange(
              servers.filter((_, at) => at !== index),
              t`Removed an MCP server`,
            );
          }}
        />
      ))}
      {!readOnly && (
        <Button
          variant="subtle"
          size="compact-xs"
          leftSection={<IconPlus size={14} stroke={1.5} />}
          onClick={() => {
            onChange([...servers, { name: "", command: "" }], t`Added an MCP server`);
          }}
        >{t`Add an MCP server`}</Button>
      )}
    </fieldset>
  );
}

interface RowProps {
  server: Server;
  label: string;
  place: string;
  told: Told;
  readOnly: boolean;
  onChange: (server: Server) => void;
  onRemove: () => void;
}

function Row({ server, label, place, told, readOnly, onChange, onRemove }: RowProps) {
  const set = (name: string, value: unknown) => {
    onChange(withPart(server, name, value));
  };
  return (
    <div className={classes.server} role="group" aria-label={label}>
      <div className={classes.row}>
        <TextInput
          label={t`Name`}
          error={told(`${place}.name`)}
          data-place={`${place}.name`}
          value={textOf(server.name)}
          readOnly={readOnly}
          onChange={(event) => {
            set("name", event.currentTarget.value);
          }}
        />
        <TextInput
          label={t`Program`}
          placeholder="/usr/local/bin/orders-mcp"
          error={told(`${place}.command`)}
          data-place={`${place}.command`}
          value={textOf(server.command)}
          readOnly={readOnly}
          onChange={(event) => {
            set("command", event.currentTarget.value);
          }}
        />
        {!readOnly && (
          <Tooltip label={t`Remove ${label}`}>
            <ActionIcon className={classes.remove ?? ""} aria-label={t`Remove ${label}`} onClick={onRemove}>
              <IconTrash size={15} stroke={1.5} />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      <Textarea
        label={t`Arguments`}
        description={t`One a line.`}
        error={told(`${place}.args`)}
        data-place={`${place}.args`}
        autosize
        minRows={1}
        value={argumentLines(server)}
        readOnly={readOnly}
        onChange={(event) => {
          set("args", argumentsOf(event.currentTarget.value) ?? (server.args === undefined ? undefined : []));
        }}
      />
      <SecretNames
        description={t`It gets each in a variable of the same name.`}
        place={`${place}.secrets`}
        value={listOf(server.secrets).map(textOf)}
        error={told(`${place}.secrets`)}
        readOnly={readOnly}
        onChange={(names) => {
          set("secrets", names);
        }}
      />
      <JsonCode
        label={t`Environment of ${label}`}
        error={told(`${place}.environment`)}
        place={`${place}.environment`}
        value={server.environment}
        readOnly={readOnly}
        minHeight="40px"
        onChange={(next) => {
          set("environment", next);
        }}
      />
    </div>
  );
}
