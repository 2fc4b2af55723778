import { t } from "@lingui/core/macro";
import { ActionIcon, CopyButton, Tooltip } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";

import classes from "./Code.module.css";

/** A text of a program, as it is, to read and to copy. */
export function Code({ text, label, tall }: { text: string; label: string; tall?: boolean }) {
  return (
    <div className={classes.frame}>
      <div className={classes.copy}>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Tooltip label={copied ? t`Copied` : t`Copy`}>
              <ActionIcon aria-label={t`Copy ${label}`} onClick={copy}>
                {copied ? <IconCheck size={15} stroke={1.5} /> : <IconCopy size={15} stroke={1.5} />}
              </ActionIcon>
            </Tooltip>
          )}
        </CopyButton>
      </div>
      <pre className={classes.text} data-tall={tall} tabIndex={0} role="group" aria-label={label}>
        {text}
      </pre>
    </div>
  );
}
