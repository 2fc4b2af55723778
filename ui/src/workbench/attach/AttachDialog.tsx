import { t } from "@lingui/core/macro";
import {
  ActionIcon,
  Alert,
  Button,
  CopyButton,
  Group,
  Modal,
  Stack,
  Tabs,
  Text,
  TextInput,
  Tooltip,
} from "@mantine/core";
import { IconCheck, IconCopy, IconTrash } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { answer, api, type Schemas } from "../../api/client";
import { messageOf } from "../../api/problem";
import { ago } from "../../lib/time";
import { useSend } from "../../lib/useSend";
import classes from "./AttachDialog.module.css";

const clients: Record<Schemas["AgentSnippet"]["client"], string> = {
  "claude-code": t`Claude Code`,
  opencode: "opencode",
  generic: t`Any MCP client`,
};

const transports: Record<Schemas["AgentSnippet"]["transport"], string> = {
  http: t`over HTTP`,
  stdio: t`with the heddle command`,
};

interface Props {
  compositionId: string;
  opened: boolean;
  onClose: () => void;
}

/** Lets a coding agent of one's own work on the composition. */
export function AttachDialog({ compositionId, opened, onClose }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title={t`Use an agent of your own`} size="lg">
      {opened && <Attach compositionId={compositionId} />}
    </Modal>
  );
}

function Attach({ compositionId }: { compositionId: string }) {
  const client = useQueryClient();
  const key = ["agent-tokens", compositionId];
  const path = { compositionId };
  const tokens = useQuery({
    queryKey: key,
    queryFn: () =>
      answer(api.GET("/compositions/{compositionId}/agent-tokens", { params: { path, query: { limit: 50 } } })),
  });
  const [name, setName] = useState(t`My agent`);
  const make = useSend({
    mutationFn: () =>
      answer(api.POST("/compositions/{compositionId}/agent-tokens", { params: { path }, body: { name: name.trim() } })),
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
  });
  const revoke = useMutation({
    mutationFn: (tokenId: string) =>
      answer(
        api.DELETE("/compositions/{compositionId}/agent-tokens/{tokenId}", {
          params: { path: { compositionId, tokenId } },
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
  });
  const usable = tokens.data?.items.filter((token) => token.revokedAt === undefined) ?? [];
  return (
    <Stack gap="md">
      <Text
        size="md"
        c="dimmed"
      >{t`A coding agent that speaks MCP can work on this composition. What it changes lands in turns like any other: with a receipt, and to be undone. Its token opens this composition and nothing else.`}</Text>
      {make.data ? (
        <Snippets made={make.data} />
      ) : (
        <form
          className={classes.make}
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim()) {
              make.mutate();
            }
          }}
        >
          <TextInput
            label={t`What to call it`}
            data-autofocus
            maxLength={80}
            value={name}
            onChange={(event) => {
              setName(event.currentTarget.value);
            }}
          />
          <Button type="submit" loading={make.isPending} disabled={!name.trim()}>{t`Make a token`}</Button>
        </form>
      )}
      {(make.isError || revoke.isError) && <p role="alert">{messageOf(make.error ?? revoke.error)}</p>}
      {usable.length > 0 && (
        <section aria-label={t`Agents with a token`}>
          <h3 className={classes.title}>{t`Agents with a token`}</h3>
          <ul className={classes.tokens}>
            {usable.map((token) => (
              <li key={token.id}>
                <span>{token.name}</span>
                <span className={classes.faint}>
                  {token.lastUsedAt ? t`last seen ${ago(token.lastUsedAt)}` : t`not seen yet`}
                </span>
                <Tooltip label={t`Shut it out`}>
                  <ActionIcon
                    aria-label={t`Shut ${token.name} out`}
                    onClick={() => {
                      revoke.mutate(token.id);
                    }}
                  >
                    <IconTrash size={15} stroke={1.5} />
                  </ActionIcon>
                </Tooltip>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Stack>
  );
}

function Snippets({ made }: { made: Schemas["AgentTokenMade"] }) {
  const groups = [...new Set(made.snippets.map((snippet) => snippet.client))];
  return (
    <>
      <Alert
        color="gray"
        variant="light"
      >{t`The token is shown this once. Paste one of these into your agent, then tell it what to build.`}</Alert>
      <Tabs defaultValue={groups[0] ?? null}>
        <Tabs.List>
          {groups.map((client) => (
            <Tabs.Tab key={client} value={client}>
              {clients[client]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {groups.map((client) => (
          <Tabs.Panel key={client} value={client} pt="md">
            <Stack gap="md">
              {made.snippets
                .filter((snippet) => snippet.client === client)
                .map((snippet) => (
                  <Snippet key={snippet.transport} snippet={snippet} />
                ))}
            </Stack>
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
}

function Snippet({ snippet }: { snippet: Schemas["AgentSnippet"] }) {
  return (
    <div>
      <Group justify="space-between">
        <span className={classes.faint}>
          {snippet.format === "command" ? t`Run this` : t`Put this into its settings`}, {transports[snippet.transport]}
        </span>
        <CopyButton value={snippet.text}>
          {({ copied, copy }) => (
            <Button
              variant="subtle"
              size="compact-xs"
              leftSection={copied ? <IconCheck size={14} stroke={1.5} /> : <IconCopy size={14} stroke={1.5} />}
              onClick={copy}
            >
              {copied ? t`Copied` : t`Copy`}
            </Button>
          )}
        </CopyButton>
      </Group>
      <pre className={classes.snippet} tabIndex={0}>
        {snippet.text}
      </pre>
    </div>
  );
}
