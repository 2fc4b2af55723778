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
import { useState } from "react";

import { count, dollars } from "../../lib/time";
import { useWorkbench } from "../context";
import { enginesQuery, sessionQuery } from "../queries";
import classes from "./Chat.module.css";
import { RestartAgent } from "./RestartAgent";

/** Which agent this is, and what it has used. */
export function AgentHead({ onAttach, onCollapse }: { onAttach: () => void; onCollapse: () => void }) {
  const { composition, turns } = useWorkbench();
  const [restarting, setRestarting] = useState(false);
  const session = useQuery(sessionQuery(composition.sessionId));
  const used = turns.map((turn) => turn.receipt?.usage).filter((usage) => usage !== undefined);
  const tokens = used.reduce((sum, usage) => sum + usage.inputTokens + usage.outputTokens, 0);
  const cost = used.reduce((sum, usage) => sum + (usage.costUSD ?? 0), 0);
  const engine = useQuery(enginesQuery).data?.find((one) => one.name === composition.engine);
  const label = session.data?.engineLabel ?? engine?.label ?? composition.engine;
  return (
    <header className={classes.head}>
      <IconSparkles className={classes.ai} size={15} stroke={1.5} aria-hidden />
      <h2 className={classes.agent} title={engine ? `${label}: ${engine.description}` : label}>
        {label}
      </h2>
      {session.data?.status === "error" && (
        <span className={classes.down} title={session.data.error}>{t`Does not run`}</span>
      )}
      {tokens > 0 && (
        <span className={classes.faint}>{t`${cost > 0 ? `${dollars(cost)} · ` : ""}${count(tokens)} tokens`}</span>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={t`Actions for the agent`}>
            <IconDots size={16} stroke={1.5} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconPlugConnected size={15} stroke={1.5} />}
            onClick={onAttach}
          >{t`Use an agent of your own…`}</Menu.Item>
          <Menu.Item
            leftSection={<IconRefresh size={15} stroke={1.5} />}
            onClick={() => {
              setRestarting(true);
            }}
          >{t`Restart agent…`}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Tooltip label={t`Hide the conversation`}>
        <ActionIcon aria-label={t`Hide the conversation`} onClick={onCollapse}>
          <IconLayoutSidebarRightCollapse size={16} stroke={1.5} />
        </ActionIcon>
      </Tooltip>
      <RestartAgent
        opened={restarting}
        onClose={() => {
          setRestarting(false);
        }}
      />
    </header>
  );
}
