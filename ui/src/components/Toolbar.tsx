import type { ReactNode } from "react";

import classes from "./Toolbar.module.css";

/** The row above a list: what it is narrowed to. */
export function Toolbar({ children, note }: { children: ReactNode; note?: ReactNode }) {
  return (
    <div className={classes.toolbar}>
      {children}
      {note && (
        <span className={classes.note} role="status">
          {note}
        </span>
      )}
    </div>
  );
}
