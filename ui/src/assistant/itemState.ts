import { plural, t } from "@lingui/core/macro";

import type { ConfigItem } from "../api/queries/configItems";
import type { Tone } from "../components/Badge";

export const stateWords: Record<ConfigItem["state"], { word: string; about: string; tone: Tone }> = {
  new: { word: t`new`, about: t`The catalog has nothing of this name.`, tone: "ok" },
  changed: { word: t`changed`, about: t`It would replace what the catalog has.`, tone: "accent" },
  same: { word: t`same`, about: t`The catalog has just this.`, tone: "plain" },
  conflict: { word: t`conflict`, about: t`Others changed the catalog since this was begun.`, tone: "bad" },
  invalid: { word: t`invalid`, about: t`Its form is wrong, so that it can't be compared.`, tone: "bad" },
};

/** How many errors and warnings a draft has, in words; nothing if it has none. */
export function problemWords({ problems }: Pick<ConfigItem, "problems">): string {
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const warnings = problems.length - errors;
  return [
    errors > 0 ? plural(errors, { one: "# error", other: "# errors" }) : "",
    warnings > 0 ? plural(warnings, { one: "# warning", other: "# warnings" }) : "",
  ]
    .filter(Boolean)
    .join(", ");
}

/** Whether applying the draft would do something. */
export const isUnapplied = ({ state }: Pick<ConfigItem, "state">): boolean => state !== "same";
