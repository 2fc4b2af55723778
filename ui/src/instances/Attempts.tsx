import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";

import { useActionLogs, type ActionLog } from "../api/queries/instances";
import { Badge } from "../components/Badge";
import { Code } from "../components/Code";
import { Moment } from "../components/Moment";
import { More } from "../components/Table";
import { JsonTree } from "../components/tree/JsonTree";
import { between, moment } from "../lib/format";
import { Empty, Loading, Trouble } from "../shell/states";
import { firstLine, type Names } from "./path";
import classes from "./Attempts.module.css";

/** Every attempt at an action, with what it wrote. */
export function Attempts({ instanceId, names, ended }: { instanceId: string; names: Names; ended: boolean }) {
  const query = useActionLogs(instanceId, ended);
  if (query.error && !query.data) {
    return <Trouble error={query.error} retry={() => void query.refetch()} />;
  }
  if (!query.data) {
    return <Loading />;
  }
  const logs = query.data.pages.flatMap(({ items }) => items);
  if (logs.length === 0) {
    return (
      <Empty
        title={ended ? t`No action ran` : t`No action has run yet`}
      >{t`What scripts write and return is shown here.`}</Empty>
    );
  }
  return (
    <>
      <ul className={classes.list}>
        {logs.map((log) => (
          <li key={`${log.activationId} ${log.attempt} ${log.startedAt}`}>
            <Attempt log={log} names={names} ended={ended} />
          </li>
        ))}
      </ul>
      <More shown={query.hasNextPage} busy={query.isFetchingNextPage} onMore={() => void query.fetchNextPage()} />
    </>
  );
}

function Attempt({ log, names, ended }: { log: ActionLog; names: Names; ended: boolean }) {
  return (
    <details className={classes.attempt} open={log.outcome === "failed"}>
      <summary className={classes.summary}>
        <span className={classes.what}>
          {names.step(log.nodeId)} <span className={classes.quiet}>{t`attempt ${log.attempt}`}</span>
        </span>
        <Outcome log={log} ended={ended} />
        <span className={classes.quiet}>
          {log.finishedAt ? between(log.startedAt, log.finishedAt) : <Since at={log.startedAt} ended={ended} />}
        </span>
        <time className={classes.quiet} dateTime={log.startedAt}>
          {moment(log.startedAt)}
        </time>
      </summary>
      <div className={classes.body}>
        {log.error && <p className={classes.error}>{headOf(log.error, log.stderr)}</p>}
        {log.outputs && Object.keys(log.outputs).length > 0 && (
          <Part title={t`Outputs`}>
            <JsonTree value={log.outputs} />
          </Part>
        )}
        {log.stdout && (
          <Part title={t`Standard output`}>
            <Code label={t`standard output`} text={log.stdout} />
          </Part>
        )}
        {log.stderr && (
          <Part title={t`Standard error`}>
            <Code label={t`standard error`} text={log.stderr} />
          </Part>
        )}
        {!log.error && !log.outputs && !log.stdout && !log.stderr && (
          <p className={classes.quiet}>{t`It wrote nothing.`}</p>
        )}
        {log.exitCode !== undefined && <p className={classes.quiet}>{t`Exit code ${log.exitCode}`}</p>}
      </div>
    </details>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <p className={classes.partTitle}>{title}</p>
      {children}
    </div>
  );
}

function Outcome({ log, ended }: { log: ActionLog; ended: boolean }) {
  if (log.outcome === "succeeded") {
    return <Badge tone="ok">{t`Succeeded`}</Badge>;
  }
  if (log.outcome === "failed") {
    return <Badge tone="bad">{t`Failed`}</Badge>;
  }
  return ended ? <Badge>{t`Cut off`}</Badge> : <Badge tone="accent">{t`Runs`}</Badge>;
}

/** What went wrong, without the standard error that follows it and is shown by itself. */
function headOf(error: string, stderr: string | undefined): string {
  const head = stderr ? firstLine(error) : error;
  return head.charAt(0).toUpperCase() + head.slice(1);
}

/** How long an attempt runs by now. */
function Since({ at, ended }: { at: string; ended: boolean }) {
  return ended ? null : (
    <>
      {t`since`} <Moment at={at} />
    </>
  );
}
