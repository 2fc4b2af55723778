import { plural, t } from "@lingui/core/macro";

import { Badge, type Tone } from "../components/Badge";
import { Notice } from "../components/Notice";
import type { Change, Detail } from "./changes";
import classes from "./ChangeList.module.css";

const tones: Record<Change["kind"], Tone> = { added: "ok", changed: "warn", removed: "bad" };

/** What differs, line by line. */
export function ChangeList({ changes, summary, moved }: { changes: Change[]; summary: string; moved: number }) {
  if (changes.length === 0) {
    return (
      <Notice tone="plain" title={t`Nothing that matters differs`}>
        {moved > 0
          ? plural(moved, {
              one: "# step stands at another place on the canvas.",
              other: "# steps stand at another place on the canvas.",
            })
          : undefined}
      </Notice>
    );
  }
  return (
    <div className={classes.frame}>
      <p className={classes.summary}>{summary}</p>
      <ul className={classes.list}>
        {changes.map((change, i) => (
          <li key={i}>
            <div className={classes.line}>
              <Badge tone={tones[change.kind]}>{change.kind}</Badge>
              <span>{change.what}</span>
            </div>
            {change.details.map((detail) => (
              <BeforeAndAfter key={detail.name} detail={detail} />
            ))}
          </li>
        ))}
      </ul>
    </div>
  );
}

function BeforeAndAfter({ detail }: { detail: Detail }) {
  return (
    <div className={classes.detail}>
      <span className={classes.name}>{detail.name}</span>
      <pre className={classes.before} aria-label={t`${detail.name} before`}>
        {written(detail.before)}
      </pre>
      <pre className={classes.after} aria-label={t`${detail.name} after`}>
        {written(detail.after)}
      </pre>
    </div>
  );
}

function written(value: unknown): string {
  if (value === undefined) {
    return "—";
  }
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}
