import { t } from "@lingui/core/macro";
import { Select, Textarea } from "@mantine/core";

import { type CelCheck, typeInWords } from "../model/celCheck";
import classes from "./expression.module.css";
import panel from "./panel.module.css";
import type { TrialOf, TrialSide } from "./useTrial";

interface Props {
  expression: string;
  trial: TrialOf;
  check: CelCheck | undefined;
}

const inputClasses = { input: panel.mono ?? "" };

/** What an expression comes out as, on a real event, the context of a run, a sample, or what one types. */
export function ExpressionTester({ expression, trial, check }: Props) {
  return (
    <div className={classes.tester}>
      {trial.event && <Side side={trial.event} noun={t`Event`} sample={t`A sample`} />}
      {trial.context && <Side side={trial.context} noun={t`Context`} sample={t`A sample, from what is declared`} />}
      <output className={classes.outcome} data-bad={check !== undefined && check.state !== "fine"}>
        {expression.trim() === "" || !check ? (
          <span>{expression.trim() === "" ? t`Write an expression to see what it comes out as.` : t`Trying…`}</span>
        ) : check.state === "fine" ? (
          <>
            <code>{JSON.stringify(check.value, null, 1)}</code>
            <span>{typeInWords(check.type)}</span>
          </>
        ) : (
          <code>{check.message}</code>
        )}
      </output>
    </div>
  );
}

/** One side of a try: which one, and its JSON, which can be changed. */
function Side({ side, noun, sample }: { side: TrialSide; noun: string; sample: string }) {
  const choices = [
    ...side.values.map(({ id, label }) => ({ value: id, label })),
    { value: "sample", label: sample },
    ...(side.choice === "own" ? [{ value: "own", label: t`As written below` }] : []),
  ];
  return (
    <div className={classes.side}>
      <Select
        label={t`${noun} to try it with`}
        description={
          side.values.length === 0 ? t`There is no real ${noun.toLowerCase()} to try it with yet.` : undefined
        }
        data={choices}
        value={side.choice}
        allowDeselect={false}
        onChange={(choice) => {
          side.choose(choice ?? "sample");
        }}
      />
      <Textarea
        aria-label={t`${noun} to try it with, as JSON`}
        value={side.text}
        autosize
        minRows={2}
        maxRows={8}
        spellCheck={false}
        classNames={inputClasses}
        onChange={(change) => {
          side.write(change.currentTarget.value);
        }}
      />
    </div>
  );
}
