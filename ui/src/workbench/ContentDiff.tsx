import { t } from "@lingui/core/macro";

import type { Schemas } from "../api/client";
import { Lines } from "../components/Lines";
import classes from "./ContentDiff.module.css";
import { placeWords } from "./tree/blamePlaces";

interface Props {
  summary?: string | undefined;
  changes: Schemas["ContentChange"][];
}

const none: ReadonlyMap<string, string> = new Map();

const textOf = (value: unknown): string =>
  value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value, null, 2);

/** What differs between two states of a draft, place by place. */
export function ContentDiff({ summary, changes }: Props) {
  return (
    <div className={classes.diff}>
      {summary && <p className={classes.summary}>{summary}</p>}
      {changes.length === 0 && <p className={classes.summary}>{t`Nothing but the layout differs.`}</p>}
      <ul>
        {changes.map((change) => (
          <li key={change.path}>
            <code>{placeWords(change.path, none)}</code>
            <Lines before={textOf(change.before)} after={textOf(change.after)} />
          </li>
        ))}
      </ul>
    </div>
  );
}
