import { t } from "@lingui/core/macro";
import { Button, Group } from "@mantine/core";
import { IconAppWindow, IconArrowBackUp } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";

import { useWorkbench } from "../context";
import { meQuery } from "../queries";
import classes from "./OwnWindow.module.css";

/** What the first window shows in the editor's place while that is in its own window. */
export function Away() {
  const { companion, composition } = useWorkbench();
  const me = useQuery(meQuery).data?.user.id;
  const holder = composition.lease?.holder;
  const others = holder?.userId !== undefined && me !== undefined && holder.userId !== me;
  return (
    <section className={classes.away} data-pane aria-label={t`Editor`}>
      <IconAppWindow size={40} stroke={1.2} aria-hidden />
      <h2>{t`The editor is in its own window`}</h2>
      <p role="status">
        {others
          ? t`${holder.name} edits the workflow now; the window follows along.`
          : t`What you open in the list shows there, and what you select there goes along with your message here.`}
      </p>
      <Group gap="sm" justify="center">
        <Button
          leftSection={<IconArrowBackUp size={15} stroke={1.5} />}
          onClick={() => {
            companion.bringBack();
          }}
        >{t`Bring back here`}</Button>
        <Button
          variant="default"
          onClick={() => {
            companion.raise();
          }}
        >{t`Show that window`}</Button>
      </Group>
    </section>
  );
}

/** What the editor's own window shows after it gave the editor back, where it can't close itself. */
export function Gone() {
  return (
    <section className={classes.away}>
      <IconArrowBackUp size={40} stroke={1.2} aria-hidden />
      <h1>{t`The editor is back in the workbench`}</h1>
      <p>{t`You can close this window. Nothing is left unsaved in it.`}</p>
      <Button
        variant="default"
        onClick={() => {
          location.reload();
        }}
      >{t`Edit here again`}</Button>
    </section>
  );
}
