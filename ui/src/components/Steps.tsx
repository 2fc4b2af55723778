import { t } from "@lingui/core/macro";

import type { Flow, Step } from "../lib/document";
import { gist, inOrder, typeWord, wayWords } from "../lib/document";
import classes from "./Steps.module.css";

export type StepMark = "done" | "active" | "failed" | "left";

interface StepsProps {
  flow: Flow;
  label: string;
  /** Where a run stands; without it nothing is marked. */
  marks?: ReadonlyMap<string, StepMark>;
  /** How often each way was gone. */
  taken?: ReadonlyMap<string, number>;
}

const markWords: Record<StepMark, string> = {
  done: t`done`,
  active: t`here now`,
  failed: t`stopped here`,
  left: t`left`,
};

/** The steps of a workflow as a list, each with where it leads. */
export function Steps({ flow, label, marks, taken }: StepsProps) {
  const names = new Map(flow.steps.map(({ id, name }) => [id, name]));
  const times = (wayId: string) => taken?.get(wayId) ?? 0;
  return (
    <ol className={classes.steps} aria-label={label}>
      {inOrder(flow).map((step) => (
        <li
          key={step.id}
          className={classes.step}
          data-type={step.type}
          data-mark={marks?.get(step.id) ?? (marks && "none")}
        >
          <Head step={step} mark={marks?.get(step.id)} />
          <ul className={classes.ways}>
            {flow.ways
              .filter(({ source }) => source === step.id)
              .map((way) => (
                <li key={way.id} data-taken={times(way.id) > 0}>
                  <span aria-hidden>→</span> {names.get(way.target) ?? way.target}
                  {wayWords(way) && <span className={classes.when}>{wayWords(way)}</span>}
                  {way.condition && <code className={classes.condition}>{way.condition}</code>}
                  {times(way.id) > 1 && <span className={classes.when}>{t`${times(way.id)} times`}</span>}
                </li>
              ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

function Head({ step, mark }: { step: Step; mark: StepMark | undefined }) {
  return (
    <div className={classes.head}>
      <b className={classes.name}>{step.name}</b>
      <span className={classes.about}>
        <span className={classes.type}>{typeWord(step)}</span>
        {gist(step) && ` · ${gist(step)}`}
      </span>
      {mark && <span className={classes.mark}>{markWords[mark]}</span>}
    </div>
  );
}
