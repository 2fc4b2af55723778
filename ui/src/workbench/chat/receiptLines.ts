import { plural, t } from "@lingui/core/macro";

import type { Turn } from "../types";

/** What a receipt says, one fact a line. Its notices are told in the conversation, right above it. */
export function receiptLines(receipt: NonNullable<Turn["receipt"]>): string[] {
  const lines: string[] = [];
  const done: string[] = [];
  if (receipt.opsApplied > 0) {
    done.push(
      plural(receipt.opsApplied, { one: "# operation on the workflow", other: "# operations on the workflow" }),
    );
  }
  if (receipt.itemsSaved.length > 0) {
    done.push(t`${plural(receipt.itemsSaved.length, { one: "# draft", other: "# drafts" })} saved`);
  }
  if (receipt.itemsRemoved && receipt.itemsRemoved.length > 0) {
    done.push(t`${plural(receipt.itemsRemoved.length, { one: "# draft", other: "# drafts" })} removed`);
  }
  lines.push(done.length > 0 ? done.join(" · ") : t`Nothing was changed`);
  if (receipt.summary && receipt.opsApplied > 0) {
    lines.push(receipt.summary);
  }
  const checks: string[] = [];
  if (receipt.testsRun && receipt.testsRun.length > 0) {
    const passed = receipt.testsRun.filter((test) => test.ok).length;
    const total = receipt.testsRun.length;
    checks.push(
      `${plural(total, { one: "# test run", other: "# test runs" })}, ${passed === total ? "passed" : t`${passed} passed`}`,
    );
  }
  if (receipt.problemsBefore !== receipt.problemsAfter || receipt.problemsAfter > 0) {
    checks.push(t`problems ${receipt.problemsBefore} → ${receipt.problemsAfter}`);
  } else if (done.length > 0) {
    checks.push(t`no problems`);
  }
  if (checks.length > 0) {
    lines.push(checks.join(" · "));
  }
  return lines;
}
