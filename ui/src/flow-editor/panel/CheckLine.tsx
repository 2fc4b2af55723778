import { t } from "@lingui/core/macro";
import { IconAlertCircle, IconCheck, IconHelpCircle } from "@tabler/icons-react";

import { type CelCheck, typeInWords } from "../model/celCheck";
import classes from "./expression.module.css";

const longest = 60;

/** A value on one line, cut where it is long. */
function shortly(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

interface Props {
  check: CelCheck | undefined;
  hasProblems: boolean;
  /** It was tried on what is really there. */
  isReal?: boolean;
}

/** The type of an expression, or what is wrong with it; what stands below as a problem is not said twice. */
export function CheckLine({ check, hasProblems, isReal = false }: Props) {
  if (!check || (hasProblems && check.state !== "fine")) {
    return null;
  }
  const icon = { size: 13, stroke: 1.8, "aria-hidden": true };
  switch (check.state) {
    case "fine":
      return (
        <p className={classes.check} data-state="fine">
          <IconCheck {...icon} />
          <span>{t`Gives ${typeInWords(check.type)}`}</span>
          <code title={t`With the values that it is tried on`}>{shortly(check.value)}</code>
        </p>
      );
    case "bad":
      return (
        <p className={classes.check} data-state="bad">
          <IconAlertCircle {...icon} />
          <span>{check.message}</span>
        </p>
      );
    case "unsure":
      return (
        <p className={classes.check} data-state="unsure">
          <IconHelpCircle {...icon} />
          <span>
            {isReal ? "" : t`When tried: `}
            {check.message}
          </span>
        </p>
      );
  }
}
