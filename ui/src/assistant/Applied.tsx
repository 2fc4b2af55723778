import { t } from "@lingui/core/macro";
import { Button, Stack } from "@mantine/core";
import { Link } from "react-router";

import type { PlannedItem } from "../api/queries/packs";
import { kinds } from "../catalog/kinds";
import { DialogEnd } from "../components/DialogEnd";
import { Notice } from "../components/Notice";
import { kindWord, notesOf, verdictOf } from "../packs/plan";
import classes from "./ApplyTable.module.css";

/** What was done, and where it is now. */
export function Applied({ plan, onClose }: { plan: PlannedItem[]; onClose: () => void }) {
  return (
    <Stack gap="md">
      <Notice tone="ok" title={t`The drafts are in the catalog now`}>
        {verdictOf(plan).summary}
      </Notice>
      <ul className={classes.applied} aria-label={t`What was applied`}>
        {plan.map((item) => (
          <li key={`${item.type}/${item.name}`}>
            <Link to={item.type === "workflow" ? "/workflows" : kinds[item.type].path}>{item.name}</Link>
            <span className={classes.quiet}>{[kindWord(item.type), ...notesOf(item)].join(" · ")}</span>
          </li>
        ))}
      </ul>
      <p className={classes.quiet}>{t`The drafts stay here, so that you can go on with them.`}</p>
      <DialogEnd>
        <Button data-autofocus onClick={onClose}>{t`Done`}</Button>
      </DialogEnd>
    </Stack>
  );
}
