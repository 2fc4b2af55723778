import { t } from "@lingui/core/macro";

const namePattern = /^[A-Za-z_][A-Za-z0-9_]*$/;
const taken = /^(HEDDLE_.*|INPUT_.*|PATH|HOME|TMPDIR|LANG)$/;
const longestName = 64;
const shortestValue = 8;
const longestValue = 32 << 10;

/** What is wrong with the name of a secret. The server has the last word. */
export function nameTrouble(name: string): string | undefined {
  if (name === "") {
    return t`Give it a name.`;
  }
  if (!namePattern.test(name) || name.length > longestName) {
    return t`Use letters, digits and _ only, and no digit first; ${longestName} at most.`;
  }
  return taken.test(name) ? t`Scripts get a variable of this name from Heddle. Choose another one.` : undefined;
}

/** What is wrong with a value. */
export function valueTrouble(value: string): string | undefined {
  const bytes = new TextEncoder().encode(value).length;
  if (bytes < shortestValue) {
    return t`It needs ${shortestValue} characters at least: shorter ones can't be hidden in what scripts print.`;
  }
  return bytes > longestValue ? t`It may have 32 KiB at most.` : undefined;
}
