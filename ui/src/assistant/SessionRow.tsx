import { t } from "@lingui/core/macro";
import { Tooltip } from "@mantine/core";
import { Link } from "react-router";

import { useScopeName } from "../api/queries/access";
import { sessionName, type Session } from "../api/queries/sessions";
import { Person } from "../components/Person";
import { ago, when } from "../lib/time";
import classes from "../workbench/list/CompositionRow.module.css";
import { SessionMenu } from "./SessionMenu";

/** One session of the list. */
export function SessionRow({ session, template }: { session: Session; template: string }) {
  const scopeName = useScopeName();
  const name = sessionName(session);
  const working = session.currentTurnId !== undefined;
  const failed = session.status === "error";
  return (
    <li className={classes.row}>
      <Link to={`/assistant/${session.id}`} className={classes.link ?? ""}>
        <span className={classes.name}>{name}</span>
        <span className={classes.goal}>
          {template} · {session.engineLabel ?? session.engine} ·{" "}
          {session.teamId === undefined ? t`Yours alone` : scopeName(session.teamId)}
          {session.teamId !== undefined && (
            <>
              {" "}
              · <Person id={session.createdBy} />
            </>
          )}
        </span>
      </Link>
      <span className={classes.status} data-kind={working ? "working" : undefined} title={session.error}>
        {working ? t`AI is working` : failed ? t`Agent does not run` : t`Ready`}
      </span>
      <Tooltip label={when(session.createdAt)}>
        <time className={classes.time} dateTime={session.createdAt}>
          {ago(session.createdAt)}
        </time>
      </Tooltip>
      <SessionMenu session={session} label={t`Actions for ${name}`} />
    </li>
  );
}
