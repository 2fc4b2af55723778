import { ActionIcon, Tooltip } from "@mantine/core";
import { IconLayoutSidebarRightCollapse, IconPlugConnected, IconSparkles } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";

import { count, dollars } from "../../lib/time";
import { useWorkbench } from "../context";
import { enginesQuery, sessionQuery } from "../queries";
import classes from "./Chat.module.css";

/** Which agent this is, and what it has used. */
export function AgentHead({ onAttach, onCollapse }: { onAttach: () => void; onCollapse: () => void }) {
  const { composition, turns } = useWorkbench();
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
      {tokens > 0 && (
        <span className={classes.faint}>
          {cost > 0 ? `${dollars(cost)} · ` : ""}
          {count(tokens)} tokens
        </span>
      )}
      <Tooltip label="Use an agent of your own">
        <ActionIcon aria-label="Use an agent of your own" onClick={onAttach}>
          <IconPlugConnected size={16} stroke={1.5} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Hide the conversation">
        <ActionIcon aria-label="Hide the conversation" onClick={onCollapse}>
          <IconLayoutSidebarRightCollapse size={16} stroke={1.5} />
        </ActionIcon>
      </Tooltip>
    </header>
  );
}
