import { t } from "@lingui/core/macro";
import { ActionIcon, Popover, Tooltip } from "@mantine/core";
import { IconUser } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { answer, api, type Schemas } from "../api/client";
import classes from "./Account.module.css";

const modes: Record<Schemas["Me"]["mode"], string> = {
  local: t`This installation knows one person: whoever opens it on this computer. Nobody has to sign in.`,
};

/** Who the server takes this browser for. */
export function Account() {
  const [opened, setOpened] = useState(false);
  const me = useQuery({ queryKey: ["me"], queryFn: () => answer(api.GET("/me")), staleTime: Infinity }).data;
  if (!me) {
    return null;
  }
  const label = t`Signed in as ${me.user.name}`;
  return (
    <Popover opened={opened} onChange={setOpened} position="right-end" trapFocus returnFocus>
      <Popover.Target>
        <Tooltip label={label} position="right" disabled={opened}>
          <ActionIcon
            aria-label={label}
            onClick={() => {
              setOpened(!opened);
            }}
          >
            <IconUser size={17} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={t`Account`}>
        <div className={classes.account} tabIndex={-1} data-autofocus>
          <strong>{me.user.name}</strong>
          {me.user.isOwner && <span className={classes.role}>{t`Owner`}</span>}
          <p>{modes[me.mode]}</p>
          {me.teams.length > 0 && <p>{t`Teams: ${me.teams.map((team) => team.name).join(", ")}`}</p>}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
