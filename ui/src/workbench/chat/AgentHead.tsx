import { t } from "@lingui/core/macro";
import { ActionIcon, Menu, Tooltip } from "@mantine/core";
import {
  IconDots,
  IconLayoutSidebarRightCollapse,
  IconPlugConnected,
  IconRefresh,
  IconSparkles,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";

import { enginesQuery } from "../../api/queries/engines";
import { sessionQuery } from "../queries";
import { ChangeAgent } from "./ChangeAgent";
import classes from "./Chat.module.css";
import { useChat } from "./host";
import { RestartAgent } from "./RestartAgent";
import { shortUsage, sumOf, usageWords } from "./usage";

interface Props {
  onAttach?: () => void;
  onCollapse?: () => void;
}

/** Which agent this is, and what it has used. */
export function AgentHead({ onAttach, onCollapse }: Props) {
  const { sessionId, teamId, engine: named, model: wanted, turns, words, change } = useChat();
  const [restarting, setRestarting] = useState(false);
  const [changing, setChanging] = useState(false);
  const session = useQuery(sessionQuery(sessionId));
  const used = useMemo(() => sumOf(turns.map(({ usage }) => usage)), [turns]);
  const engine = useQuery(enginesQuery(teamId)).data?.find((one) => one.name === named);
  const label = engine?.label ?? session.data?.engineLabel ?? named;
  const asked = wanted ?? session.data?.model ?? "";
  const model = engine?.models.find(({ name }) => name === asked)?.label ?? asked;
  const about = [
    engine ? `${label}: ${engine.description}` : label,
    ...(asked === "" ? [] : [t`Model: ${asked}`]),
  ].join("\n");
  return (
    <header className={classes.head}>
      <IconSparkles className={classes.ai} size={15} stroke={1.5} aria-hidden />
      <h2 className={classes.agent} title={about}>
        {label}
        {model && <span className={classes.model}> · {model}</span>}
      </h2>
      {session.data?.status === "error" && (
        <span className={classes.down} title={session.data.error}>{t`Does not run`}</span>
      )}
      {used && (
        <span className={classes.faint} title={words.used(usageWords(used))}>
          {shortUsage(used)}
        </span>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={t`Actions for the agent`}>
            <IconDots size={16} stroke={1.5} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconSparkles size={15} stroke={1.5} />}
            onClick={() => {
              setChanging(true);
            }}
          >{t`Change agent or model…`}</Menu.Item>
          {onAttach && (
            <Menu.Item
              leftSection={<IconPlugConnected size={15} stroke={1.5} />}
              onClick={onAttach}
            >{t`Use an agent of your own…`}</Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconRefresh size={15} stroke={1.5} />}
            onClick={() => {
              setRestarting(true);
            }}
          >{t`Restart agent…`}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {onCollapse && (
        <Tooltip label={t`Hide the conversation`}>
          <ActionIcon aria-label={t`Hide the conversation`} onClick={onCollapse}>
            <IconLayoutSidebarRightCollapse size={16} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
      )}
      <ChangeAgent
        change={change}
        opened={changing}
        onClose={() => {
          setChanging(false);
        }}
      />
      <RestartAgent
        opened={restarting}
        onClose={() => {
          setRestarting(false);
        }}
      />
    </header>
  );
}
