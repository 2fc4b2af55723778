import { useMemo } from "react";

import { lineDiff } from "../lib/lineDiff";
import classes from "./Lines.module.css";

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
