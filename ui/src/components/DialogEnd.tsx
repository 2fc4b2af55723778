import { Group } from "@mantine/core";
import type { ReactNode } from "react";

import classes from "./DialogEnd.module.css";

/** The buttons of a dialog, and what has to be read before they are pressed: in sight however long the dialog is. */
export function DialogEnd({ before, children }: { before?: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.end}>
      {before}
      <Group justify="flex-end" gap="sm">
        {children}
      </Group>
    </div>
  );
}
