import { describe, expect, it } from "vitest";

import { TestRuns } from "./testRuns";

describe("test runs", () => {
  it("collects what a script writes, and how it ended", () => {
    const runs = new TestRuns();
    runs.heard("composition-test", { testId: "1", name: "tool/look", state: "running", turnId: "t" });
    runs.heard("composition-test-output", { testId: "1", stream: "stderr", text: "a" });
    runs.heard("composition-test-output", { testId: "1", stream: "stdout", text: "b" });
    runs.heard("composition-test", { testId: "1", name: "tool/look", state: "ended", ok: true, summary: "fine" });
    expect(runs.get()).toMatchObject([
      {
        name: "tool/look",
        turnId: "t",
        state: "ended",
        ok: true,
        summary: "fine",
        output: [
          { stream: "stderr", text: "a" },
          { stream: "stdout", text: "b" },
        ],
      },
    ]);
  });

  it("lists the newest first, and each once", () => {
    const runs = new TestRuns();
    runs.heard("composition-test", { testId: "1", name: "tool/a", state: "running" });
    runs.heard("composition-test", { testId: "2", name: "tool/b", state: "running" });
    runs.answered({ testId: "1", type: "tool", name: "a", ok: false, summary: "no" } as never);
    expect(runs.get().map((run) => [run.testId, run.ok])).toEqual([
      ["2", undefined],
      ["1", false],
    ]);
  });

  it("ends what was broken off with its turn, not what a person runs", () => {
    const runs = new TestRuns();
    runs.heard("composition-test", { testId: "1", name: "tool/a", state: "running", turnId: "t" });
    runs.heard("composition-test", { testId: "2", name: "tool/b", state: "running" });
    runs.turnsEnded();
    expect(runs.get().map((run) => run.state)).toEqual(["running", "ended"]);
  });
});
