import { Loader } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import { useState } from "react";

import { took } from "../../lib/time";
import type { TestRun } from "../tests/testRuns";
import classes from "./Strip.module.css";

/** What the test runs wrote and returned. */
export function TestOutput({ runs }: { runs: readonly TestRun[] }) {
  const [chosen, setChosen] = useState<string>();
  const run = runs.find(({ testId }) => testId === chosen) ?? runs[0];
  if (!run) {
    return (
      <p className={classes.fine}>
        No test ran since this window was opened. Test… on an action type or a tool runs it once, in a scratch
        directory.
      </p>
    );
  }
  return (
    <div className={classes.tests}>
      <ul className={classes.runs} aria-label="Test runs">
        {runs.map((each) => (
          <li key={each.testId}>
            <button
              type="button"
              aria-current={each.testId === run.testId ? "true" : undefined}
              className={classes.run}
              onClick={() => {
                setChosen(each.testId);
              }}
            >
              <Outcome run={each} />
              <span>{each.name.split("/").at(-1)}</span>
              {each.byTurn && <span className={classes.ai}>AI</span>}
            </button>
          </li>
        ))}
      </ul>
      <Details run={run} />
    </div>
  );
}

function Outcome({ run }: { run: TestRun }) {
  if (run.state === "running") {
    return <Loader size={12} aria-label="Running" />;
  }
  return run.ok ? (
    <IconCheck className={classes.passed} size={14} stroke={2} aria-label="Passed" />
  ) : (
    <IconX className={classes.failed} size={14} stroke={2} aria-label="Failed" />
  );
}

function Details({ run }: { run: TestRun }) {
  const { result } = run;
  const streamed = run.output;
  return (
    <div className={classes.details} role="status" aria-live="polite">
      <p>
        <strong>{run.state === "running" ? "Running…" : run.ok ? "Passed" : "Failed"}</strong>{" "}
        {result && (
          <span className={classes.faint}>
            {took(result.durationMs)}, exit code {result.exitCode}
          </span>
        )}
      </p>
      {run.summary && <p>{run.summary}</p>}
      {result?.problems.map((problem) => (
        <p key={problem.message} className={classes.failed}>
          {problem.message}
        </p>
      ))}
      {result?.outputs && (
        <>
          <h4>Outputs</h4>
          <pre>{JSON.stringify(result.outputs, null, 2)}</pre>
        </>
      )}
      {streamed.length > 0 ? (
        <>
          <h4>Written</h4>
          <pre>
            {streamed.map((part, index) => (
              <span key={index} data-stream={part.stream}>
                {part.text}
              </span>
            ))}
          </pre>
        </>
      ) : (
        <>
          {result?.stdout && <Written title="stdout" text={result.stdout} />}
          {result?.stderr && <Written title="stderr" text={result.stderr} />}
        </>
      )}
      {result?.truncated && <p className={classes.faint}>The middle of what it wrote is left out.</p>}
    </div>
  );
}

function Written({ title, text }: { title: string; text: string }) {
  return (
    <>
      <h4>{title}</h4>
      <pre>{text}</pre>
    </>
  );
}
