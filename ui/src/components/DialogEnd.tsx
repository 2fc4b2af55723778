import type { ReactNode } from "react";

import { messageOf } from "../api/problem";
import classes from "./DialogEnd.module.css";

interface DialogEndProps {
  /** The way out, and at the very end what goes on. */
  children: ReactNode;
  /** Why it was refused, if it was. */
  error?: unknown;
  /** What else to know before going on. */
  notice?: ReactNode;
}

/** The end of a dialog: its buttons, and what stands in their way. It stays in sight however long the dialog is. */
export function DialogEnd({ children, error, notice }: DialogEndProps) {
  return (
    <div className={classes.end}>
      {notice}
      {error != null && (
        <p role="alert" className={classes.error}>
          {messageOf(error)}
        </p>
      )}
      <div className={classes.buttons}>{children}</div>
    </div>
  );
}
