import { t } from "@lingui/core/macro";

import type { Schemas } from "../../api/client";

export interface TestRun {
  testId: string;
  /** As `type/name`. */
  name: string;
  state: "running" | "ended";
  /** The AI's turn that it ran in. */
  turnId: string | undefined;
  startedAt: number;
  output: { stream: "stdout" | "stderr"; text: string }[];
  ok?: boolean;
  summary?: string;
  result?: Schemas["TestResult"];
}

const kept = 20;
const keptOutput = 200_000;

/** The test runs that this window saw, the newest first. */
export class TestRuns {
  private runs: readonly TestRun[] = [];
  private readonly listeners = new Set<() => void>();

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  get = (): readonly TestRun[] => this.runs;

  /** Takes in an event of the server. */
  heard(kind: string, data: Record<string, unknown>): void {
    const testId = String(data.testId);
    if (kind === "composition-test-output") {
      this.change(testId, (run) => ({ ...run, output: appended(run.output, data) }));
      return;
    }
    this.ensure(testId, String(data.name), typeof data.turnId === "string" ? data.turnId : undefined);
    if (data.state === "ended") {
      this.change(testId, (run) => ({
        ...run,
        state: "ended",
        ok: data.ok === true,
        ...(typeof data.summary === "string" ? { summary: data.summary } : {}),
      }));
    }
  }

  /** Takes in the answer of a run that a person started here. */
  answered(result: Schemas["TestResult"]): void {
    this.ensure(result.testId, `${result.type}/${result.name}`, undefined);
    this.change(result.testId, (run) => ({ ...run, state: "ended", ok: result.ok, summary: result.summary, result }));
  }

  /** No turn runs any more: what still seems to run was broken off with its turn. */
  turnsEnded(): void {
    for (const { testId, turnId, state } of this.runs) {
      if (turnId !== undefined && state === "running") {
        this.change(testId, (run) => ({ ...run, state: "ended", ok: false, summary: t`It did not come to its end.` }));
      }
    }
  }

  private ensure(testId: string, name: string, turnId: string | undefined): void {
    if (!this.runs.some((run) => run.testId === testId)) {
      const run: TestRun = { testId, name, state: "running", turnId, startedAt: Date.now(), output: [] };
      this.runs = [run, ...this.runs].slice(0, kept);
      this.notify();
    }
  }

  private change(testId: string, change: (run: TestRun) => TestRun): void {
    this.runs = this.runs.map((run) => (run.testId === testId ? change(run) : run));
    this.notify();
  }

  private notify(): void {
    for (const listener of this.listeners) {
      listener();
    }
  }
}

function appended(output: TestRun["output"], data: Record<string, unknown>): TestRun["output"] {
  const stream = data.stream === "stderr" ? "stderr" : "stdout";
  const text = typeof data.text === "string" ? data.text : "";
  const size = output.reduce((sum, part) => sum + part.text.length, 0);
  return size > keptOutput ? output : [...output, { stream, text }];
}
