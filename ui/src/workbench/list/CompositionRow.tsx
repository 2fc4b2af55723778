import { t } from "@lingui/core/macro";
import { Tooltip } from "@mantine/core";
import { Link } from "react-router";

import { ago, when } from "../../lib/time";
import type { Composition } from "../types";
import { CompositionMenu } from "./CompositionMenu";
import classes from "./CompositionRow.module.css";
import { statusOf } from "./status";

/** One composition of the list. */
export function CompositionRow({ composition }: { composition: Composition }) {
  const status = statusOf(composition);
  return (
    <li className={classes.row}>
      <Link to={`/workbench/${composition.id}`} className={classes.link ?? ""}>
        <span className={classes.name}>{composition.name}</span>
        <span className={classes.goal}>{composition.goal || t`No goal stated yet`}</span>
      </Link>
      <span className={classes.status} data-kind={status.kind}>
        {status.words}
      </span>
      <Tooltip label={when(composition.updatedAt)}>
        <time className={classes.time} dateTime={composition.updatedAt}>
          {ago(composition.updatedAt)}
        </time>
      </Tooltip>
      <CompositionMenu composition={composition} label={t`Actions for ${composition.name}`} position="bottom-end" />
    </li>
  );
}
