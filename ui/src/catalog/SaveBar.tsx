import { Button } from "@mantine/core";
import type { ReactNode } from "react";

import classes from "./editor.module.css";

interface SaveBarProps {
  note: ReactNode;
  submit: string;
  busy: boolean;
  disabled?: boolean;
  onSubmit: () => void;
  discard?: string;
  onDiscard?: () => void;
}

/** What is to be done with changes, in sight as long as there are any. */
export function SaveBar({ note, submit, busy, disabled, onSubmit, discard, onDiscard }: SaveBarProps) {
  return (
    <div className={classes.saveBar}>
      <span role="status" className={classes.note}>
        {note}
      </span>
      {onDiscard && (
        <Button variant="default" disabled={busy} onClick={onDiscard}>
          {discard}
        </Button>
      )}
      <Button loading={busy} disabled={disabled ?? false} aria-keyshortcuts="Control+S" onClick={onSubmit}>
        {submit}
      </Button>
    </div>
  );
}
