import { t } from "@lingui/core/macro";
import { Kbd } from "@mantine/core";
import { Spotlight } from "@mantine/spotlight";
import { IconSearch } from "@tabler/icons-react";
import { useMemo, useState } from "react";

import { useOfferedCommands } from "./commands";
import { found, type Findable } from "./found";
import classes from "./Palette.module.css";
import { useFindable } from "./useFindable";

/** The command palette: what the page can do, every place, and everything that has a name. */
export function Palette({ stays }: { stays: boolean }) {
  const [opened, setOpened] = useState(false);
  const commands = useOfferedCommands();
  const { groups, busy, failed } = useFindable(opened && !stays);
  const actions = useMemo(() => {
    const here: Findable = {
      group: t`On this page`,
      actions: commands.map(({ id, label, keys, run }) => ({
        id,
        label,
        ...(keys === undefined ? {} : { rightSection: <Kbd size="xs">{keys}</Kbd> }),
        onClick: run,
      })),
    };
    return stays ? [here] : [here, ...groups];
  }, [commands, groups, stays]);
  const nothing = failed ? t`Not everything could be looked through. Try again.` : t`Nothing has this name`;
  return (
    <Spotlight
      actions={actions}
      filter={(query) => found(query, actions)}
      onSpotlightOpen={() => {
        setOpened(true);
      }}
      onSpotlightClose={() => {
        setOpened(false);
      }}
      attributes={{ content: { "aria-label": t`Find anything` } }}
      classNames={{
        action: classes.action ?? "",
        actionLabel: classes.words ?? "",
        actionDescription: classes.words ?? "",
      }}
      shortcut={["mod + K"]}
      tagsToIgnore={[]}
      highlightQuery
      scrollable
      maxHeight="min(560px, 70vh)"
      nothingFound={busy ? t`Looking…` : nothing}
      searchProps={{
        leftSection: <IconSearch size={16} stroke={1.5} />,
        placeholder: t`Do or find…`,
        "aria-label": t`Find anything`,
      }}
    />
  );
}
