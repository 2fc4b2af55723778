import { t } from "@lingui/core/macro";

import type { Schemas } from "./client";

/** An RFC 9457 problem document as far as pages use it. */
export interface Problem {
  status: number;
  code: string;
  title: string;
  detail?: string | undefined;
  problems?: Schemas["ValidationProblem"][] | undefined;
  /** Further facts, such as the current revision of a stale save. */
  [fact: string]: unknown;
}

/** A refused call. */
export class ProblemError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail ?? problem.title);
    this.name = "ProblemError";
  }

  get code(): string {
    return this.problem.code;
  }
}

/** Reads the problem document of a response; one that has none is described by its status. */
export async function problemOf(response: Response): Promise<Problem> {
  try {
    return (await response.json()) as Problem;
  } catch {
    return { status: response.status, code: "unreadable", title: t`The server answered ${response.status}` };
  }
}

/** What went wrong, in words for a person. */
export function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  // The server's sentences go on behind a colon in other places; here each stands by itself.
  return text.replace(/^[a-z]+ /, (word) => word.charAt(0).toUpperCase() + word.slice(1));
}

/** Tells whether a call was refused with the code. */
export function isRefusal(error: unknown, ...codes: string[]): error is ProblemError {
  return error instanceof ProblemError && codes.includes(error.code);
}
