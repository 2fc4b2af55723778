import { t } from "@lingui/core/macro";
import { Kbd } from "@mantine/core";
import { Spotlight, type SpotlightActionData, type SpotlightActionGroupData } from "@mantine/spotlight";
import { IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useNavigate } from "react-router";

import { answer, api } from "../api/client";
import { useOfferedCommands } from "./commands";
import classes from "./Palette.module.css";
import { places } from "./places";

/** The command palette: what the page can do, every place, and what was worked on last. */
export function Palette({ stays }: { stays: boolean }) {
  const navigate = useNavigate();
  const commands = useOfferedCommands();
  const compositions = useQuery({
    queryKey: ["compositions"],
    queryFn: () => answer(api.GET("/compositions", { params: { query: { limit: 50 } } })),
    enabled: !stays,
  });
  const actions = useMemo(() => {
    const go = (id: string, label: string, to: string): SpotlightActionData => ({
      id,
      label,
      onClick: () => {
        void navigate(to);
      },
    });
    const groups: SpotlightActionGroupData[] = [
      {
        group: t`On this page`,
        actions: commands.map(({ id, label, keys, run }) => ({
          id,
          label,
          ...(keys === undefined ? {} : { rightSection: <Kbd size="xs">{keys}</Kbd> }),
          onClick: run,
        })),
      },
    ];
    if (!stays) {
      groups.push(
        { group: t`Go to`, actions: places.map(({ to, label }) => go(to, label, to)) },
        {
          group: t`Compositions`,
          actions: (compositions.data?.items ?? []).map((c) => go(c.id, c.name, `/workbench/${c.id}`)),
        },
      );
    }
    return groups.filter((group) => group.actions.length > 0);
  }, [commands, compositions.data, navigate, stays]);
  return (
    <Spotlight
      actions={actions}
      attributes={{ content: { "aria-label": t`Find anything` } }}
      classNames={{ action: classes.action ?? "" }}
      shortcut={["mod + K"]}
      tagsToIgnore={[]}
      highlightQuery
      scrollable
      maxHeight="min(560px, 70vh)"
      limit={40}
      nothingFound={t`Nothing has this name`}
      searchProps={{
        leftSection: <IconSearch size={16} stroke={1.5} />,
        placeholder: t`Do or find…`,
        "aria-label": t`Find anything`,
      }}
    />
  );
}
