import { useMemo } from "react";

import type { Schemas } from "../api/client";
import classes from "./ContentDiff.module.css";
import { lineDiff } from "./lineDiff";
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
      {changes.length === 0 && <p className={classes.summary}>Nothing but the layout differs.</p>}
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

/** Two texts line by line. */
export function Lines({ before, after }: { before: string; after: string }) {
  const lines = useMemo(() => lineDiff(before, after), [before, after]);
  return (
    <pre className={classes.lines} tabIndex={0}>
      {lines.map((line, index) => (
        <span key={index} data-kind={line.kind}>
          <i aria-label={line.kind === "added" ? "added" : line.kind === "removed" ? "removed" : undefined}>
            {line.kind === "added" ? "+" : line.kind === "removed" ? "−" : " "}
          </i>
          {line.text}
          {"\n"}
        </span>
      ))}
    </pre>
  );
}
