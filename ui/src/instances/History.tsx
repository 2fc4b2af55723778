import type { HistoryEntry } from "../api/queries/instances";
import { moment } from "../lib/format";
import { entryWords, type Names } from "./path";
import classes from "./History.module.css";

/** Everything that happened, in sentences, oldest first. */
export function History({ entries, names }: { entries: HistoryEntry[]; names: Names }) {
  return (
    <ol className={classes.list} aria-label="History">
      {entries.map((entry) => (
        <li key={entry.seq} data-kind={entry.kind}>
          <time className={classes.at} dateTime={entry.at}>
            {moment(entry.at)}
          </time>
          <span>{entryWords(entry, names)}</span>
        </li>
      ))}
    </ol>
  );
}
