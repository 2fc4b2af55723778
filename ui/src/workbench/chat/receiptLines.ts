import { plural } from "../../lib/time";
import type { Turn } from "../types";

/** What a receipt says, one fact a line. */
export function receiptLines(receipt: NonNullable<Turn["receipt"]>): string[] {
  const lines: string[] = [];
  const done: string[] = [];
  if (receipt.opsApplied > 0) {
    done.push(plural(receipt.opsApplied, "operation on the workflow", "operations on the workflow"));
  }
  if (receipt.itemsSaved.length > 0) {
    done.push(`${plural(receipt.itemsSaved.length, "draft")} saved`);
  }
  if (receipt.itemsRemoved && receipt.itemsRemoved.length > 0) {
    done.push(`${plural(receipt.itemsRemoved.length, "draft")} removed`);
  }
  lines.push(done.length > 0 ? done.join(" · ") : "Nothing was changed");
  if (receipt.summary && receipt.opsApplied > 0) {
    lines.push(receipt.summary);
  }
  const checks: string[] = [];
  if (receipt.testsRun && receipt.testsRun.length > 0) {
    const passed = receipt.testsRun.filter((test) => test.ok).length;
    const total = receipt.testsRun.length;
    checks.push(`${plural(total, "test run")}, ${passed === total ? "passed" : `${passed} passed`}`);
  }
  if (receipt.problemsBefore !== receipt.problemsAfter || receipt.problemsAfter > 0) {
    checks.push(`problems ${receipt.problemsBefore} → ${receipt.problemsAfter}`);
  } else if (done.length > 0) {
    checks.push("no problems");
  }
  if (checks.length > 0) {
    lines.push(checks.join(" · "));
  }
  if (receipt.notice) {
    lines.push(receipt.notice);
  }
  return lines;
}
