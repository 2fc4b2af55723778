import type { ReactNode } from "react";

import classes from "./Badge.module.css";

export type Tone = "plain" | "accent" | "ok" | "warn" | "bad";

/** A short word about a thing; its colour says how that is meant. */
export function Badge({ tone = "plain", dot, children }: { tone?: Tone; dot?: boolean; children: ReactNode }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {dot && <i className={classes.dot} aria-hidden />}
      {children}
    </span>
  );
}
