import { plural, t } from "@lingui/core/macro";

import type { Comparison } from "./useComparison";

/** How a version differs from the one before, in a line: the first things that changed, and how many more. */
export function changeLine({ document, used }: Comparison): string {
  const all = [...(document?.changes ?? []), ...used];
  if (document === undefined) {
    return t`More than steps and edges`;
  }
  if (all.length === 0) {
    return document.moved > 0
      ? plural(document.moved, { one: "# step moved", other: "# steps moved" })
      : t`Nothing that matters`;
  }
  const shown = all.slice(0, 2).map(({ kind, what }) => `${what} ${kind}`);
  const more = all.length - shown.length;
  return more > 0 ? t`${shown.join(", ")} and ${more} more` : shown.join(", ");
}
