import { t } from "@lingui/core/macro";
import { Loader } from "@mantine/core";
import { IconCheck, IconMathFunction, IconPlayerPlay, IconX } from "@tabler/icons-react";
import { useState } from "react";

import { took } from "../../lib/time";
import type { TriedExpression } from "../tests/evaluations";
import type { TestRun } from "../tests/testRuns";
import classes from "./Strip.module.css";

interface Props {
  runs: readonly TestRun[];
  tried: readonly TriedExpression[];
}

type Entry = { id: string; at: number; byAi: boolean; label: string; state: "running" | "good" | "bad" } & (
  { run: TestRun } | { tried: TriedExpression }
);

function entriesOf({ runs, tried }: Props): Entry[] {
  return [
    ...runs.map((run) => ({
      id: run.testId,
      at: run.startedAt,
      byAi: run.turnId !== undefined,
      label: run.name.split("/").at(-1) ?? run.name,
      state: run.state === "running" ? ("running" as const) : run.ok ? ("good" as const) : ("bad" as const),
      run,
    })),
    ...tried.map((one) => ({
      id: one.id,
      at: one.at,
      byAi: one.by === "ai",
      label: one.expression,
      state:
        one.state === "running" ? ("running" as const) : one.state === "value" ? ("good" as const) : ("bad" as const),
      tried: one,
    })),
  ].sort((a, b) => b.at - a.at);
}

/** What test runs wrote and returned, and what expressions came out as. */
export function TestOutput(props: Props) {
  const [chosen, setChosen] = useState<string>();
  const entries = entriesOf(props);
  const entry = entries.find(({ id }) => id === chosen) ?? entries[0];
  if (!entry) {
    return (
      <p
        className={classes.fine}
      >{t`Nothing was tested yet. Test… on an action type or a tool runs it once, in a scratch directory; expressions that you or the AI try are listed here too.`}</p>
    );
  }
  return (
    <div className={classes.tests}>
      <ul className={classes.runs} aria-label={t`Test runs and expressions`}>
        {entries.map((each) => (
          <li key={each.id}>
            <button
              type="button"
              aria-current={each.id === entry.id ? "true" : undefined}
              className={classes.run}
              onClick={() => {
                setChosen(each.id);
              }}
            >
              <Outcome state={each.state} />
              {"run" in each ? (
                <IconPlayerPlay className={classes.kind} size={13} stroke={1.5} aria-label={t`Test run`} />
              ) : (
                <IconMathFunction className={classes.kind} size={13} stroke={1.5} aria-label={t`Expression`} />
              )}
              <span className={classes.label} data-code={"tried" in each}>
                {each.label}
              </span>
              {each.byAi && <span className={classes.ai}>{t`AI`}</span>}
            </button>
          </li>
        ))}
      </ul>
      {"run" in entry ? <Details run={entry.run} /> : <Tried one={entry.tried} />}
    </div>
  );
}

function Outcome({ state }: { state: Entry["state"] }) {
  switch (state) {
    case "running":
      return <Loader size={12} aria-label={t`Running`} />;
    case "good":
      return <IconCheck className={classes.passed} size={14} stroke={2} aria-label={t`Passed`} />;
    case "bad":
      return <IconX className={classes.failed} size={14} stroke={2} aria-label={t`Failed`} />;
  }
}

const scopeWords: Record<string, string> = {
  "edge-condition": t`Condition of a connection`,
  "action-input": t`Input of an action`,
  "human-task-title": t`Title of a task`,
  "correlation-subscription-key": t`Key that a wait listens for`,
  "correlation-event-key": t`Key of an event`,
  "receive-event-match": t`Condition on an event`,
  "receive-event-output": t`Output from an event`,
};

function Tried({ one }: { one: TriedExpression }) {
  return (
    <div className={classes.details} role="status" aria-live="polite">
      <p>
        <strong>{scopeWords[one.scope] ?? t`Expression`}</strong>{" "}
        <span className={classes.faint}>{one.by === "ai" ? t`tried by the AI` : t`tried by you`}</span>
      </p>
      <pre>{one.expression}</pre>
      {one.state !== "running" && (
        <>
          <p className={classes.caption}>
            {one.state === "value" ? t`Value${one.type ? `, ${one.type}` : ""}` : t`No value`}
          </p>
          <pre className={one.state === "error" ? classes.failed : undefined}>{one.text}</pre>
        </>
      )}
    </div>
  );
}

function Details({ run }: { run: TestRun }) {
  const { result } = run;
  const streamed = run.output;
  return (
    <div className={classes.details} role="status" aria-live="polite">
      <p>
        <strong>{run.state === "running" ? t`Running…` : run.ok ? t`Passed` : t`Failed`}</strong>{" "}
        {result && <span className={classes.faint}>{t`${took(result.durationMs)}, exit code ${result.exitCode}`}</span>}
      </p>
      {run.summary && <p>{run.summary}</p>}
      {result?.problems.map((problem) => (
        <p key={problem.message} className={classes.failed}>
          {problem.message}
        </p>
      ))}
      {result?.outputs && (
        <>
          <p className={classes.caption}>{t`Outputs`}</p>
          <pre>{JSON.stringify(result.outputs, null, 2)}</pre>
        </>
      )}
      {streamed.length > 0 ? (
        <>
          <p className={classes.caption}>{t`Written`}</p>
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
          {result?.stdout && <Written title={t`stdout`} text={result.stdout} />}
          {result?.stderr && <Written title={t`stderr`} text={result.stderr} />}
        </>
      )}
      {result?.truncated && <p className={classes.faint}>{t`The middle of what it wrote is left out.`}</p>}
    </div>
  );
}

function Written({ title, text }: { title: string; text: string }) {
  return (
    <>
      <p className={classes.caption}>{title}</p>
      <pre>{text}</pre>
    </>
  );
}
