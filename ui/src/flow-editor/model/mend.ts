import type { ValidationProblem } from "../contract";
import { problemText } from "./problems";

/** The expression after the mend that a problem suggests; undefined where there is none to make. */
export function mended(expression: string, problem: ValidationProblem): string | undefined {
  const { code, suggestion } = problem;
  if (suggestion === undefined) {
    return undefined;
  }
  if (code === "INVALID_CONDITION") {
    return suggestion; // the whole expression in CEL
  }
  const [, written] = /"([^"]+)"/.exec(problemText(problem)) ?? [];
  if (written === undefined || !expression.includes(written)) {
    return undefined;
  }
  const mend = expression.replaceAll(new RegExp(`(?<![\\w$])${escaped(written)}(?![\\w$])`, "g"), () => suggestion);
  return mend === expression ? undefined : mend;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
