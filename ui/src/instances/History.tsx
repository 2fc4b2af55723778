import { t } from "@lingui/core/macro";
import { useMemo } from "react";

import type { HistoryEntry } from "../api/queries/instances";
import { Person } from "../components/Person";
import { JsonTree } from "../components/tree/JsonTree";
import { enumerated, moment } from "../lib/format";
import { isObject, textOf, type JSONObject } from "../lib/json";
import { entryWords, type Names } from "./path";
import { story } from "./story";
import classes from "./History.module.css";

interface HistoryProps {
  entries: HistoryEntry[];
  names: Names;
  /** The data of the instance, as it is now. */
  context: JSONObject;
}

/** Names the person who did it, if one did. */
function By({ entry }: { entry: HistoryEntry }) {
  const id = isObject(entry.data) ? textOf(entry.data.by) : "";
  return id === "" ? null : (
    <span className={classes.took}>
      {" "}
      · <Person id={id} />
    </span>
  );
}

/** Everything that happened, in sentences, oldest first, with what each step took and wrote. */
export function History({ entries, names, context }: HistoryProps) {
  const told = useMemo(() => story(entries, context), [entries, context]);
  return (
    <ol className={classes.list} aria-label={t`History`}>
      {entries.map((entry) => {
        const { took, wrote = {}, overwritten = [] } = told.get(entry.seq) ?? {};
        return (
          <li key={entry.seq} data-kind={entry.kind}>
            <time className={classes.at} dateTime={entry.at}>
              {moment(entry.at)}
            </time>
            <div className={classes.what}>
              <span>
                {entryWords(entry, names, [...Object.keys(wrote), ...overwritten])}
                <By entry={entry} />
              </span>
              {Object.keys(wrote).length > 0 && <JsonTree value={wrote} open={1} />}
              {overwritten.length > 0 && (
                <span className={classes.again}>{t`A later step wrote ${enumerated(overwritten)} again.`}</span>
              )}
            </div>
            <span className={classes.took}>{took}</span>
          </li>
        );
      })}
    </ol>
  );
}
