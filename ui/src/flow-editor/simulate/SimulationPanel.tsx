import { t } from "@lingui/core/macro";
import { ActionIcon, Button, Tooltip } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useMemo, useState } from "react";

import { formFields, initialValues, missingIn } from "../model/formFields";
import { statusWords } from "../model/simulation";
import panel from "../panel/panel.module.css";
import { JsonInput } from "../panel/JsonInput";
import { useFlow, useStore } from "../useFlow";
import { ConditionTester } from "./ConditionTester";
import { ContextView } from "./ContextView";
import { isAtRest, type Run } from "./run";
import classes from "./simulate.module.css";
import { useRun } from "./useRun";
import { ValueForm } from "./ValueForm";
import { WaitingCards } from "./WaitingCards";

/** Plays the workflow on the engine that runs it for real, with given outputs in the place of the world. */
export function SimulationPanel() {
  const store = useStore();
  const document = useFlow((state) => state.document);
  const start = document.nodes.find((node) => node.type === "start");
  const fields = useMemo(() => (start ? formFields(start, "inputs") : []), [start]);
  const [values, setValues] = useState<Record<string, unknown>>();
  const simulation = useRun();
  const { run, isPlaying, isOutdated } = simulation;
  const context = values ?? initialValues(fields);
  const [missing, setMissing] = useState<ReadonlySet<string>>();
  const begin = (byStep: boolean) => {
    const left = missingIn(fields, context);
    setMissing(left);
    if (left.size === 0) {
      simulation.start(context, byStep);
    }
  };
  return (
    <aside className={panel.panel} aria-label={t`Simulation`}>
      <div className={panel.head}>
        <h2>{t`Simulation`}</h2>
        <span>{run ? (statusWords[run.snapshots.at(-1)?.status ?? ""] ?? "") : t`same engine as real runs`}</span>
        <Tooltip label={t`Close`}>
          <ActionIcon
            aria-label={t`Close the simulation`}
            onClick={() => {
              store.set({ panel: undefined });
            }}
          >
            <IconX size={15} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </div>
      <div className={panel.body}>
        <section className={classes.form} aria-label={t`Start`}>
          {fields.length > 0 ? (
            <ValueForm fields={fields} values={context} onChange={setValues} {...(missing ? { missing } : {})} />
          ) : (
            <JsonInput
              label={t`Initial context`}
              description={t`An object in JSON: what the run starts with.`}
              value={values === undefined ? undefined : JSON.stringify(values)}
              mustBeObject
              onChange={(json) => {
                setValues(json === undefined ? undefined : (JSON.parse(json) as Record<string, unknown>));
              }}
            />
          )}
          <div className={classes.buttons}>
            <Button
              loading={isPlaying}
              onClick={() => {
                begin(false);
              }}
            >
              {run ? t`Start again` : t`Run to the next wait`}
            </Button>
            <Button
              variant="default"
              disabled={isPlaying}
              onClick={() => {
                begin(true);
              }}
            >{t`Step by step`}</Button>
            {run && (
              <Button
                variant="subtle"
                onClick={() => {
                  simulation.clear();
                }}
              >{t`Clear`}</Button>
            )}
          </div>
        </section>
        {simulation.trouble && (
          <p className={classes.trouble} role="alert">{t`It could not be played: ${simulation.trouble}`}</p>
        )}
        {run && isOutdated && (
          <p
            className={classes.notice}
          >{t`The workflow was changed since this run. Start again to see it as it is now.`}</p>
        )}
        {run && !isOutdated && <RunView run={run} simulation={simulation} />}
      </div>
    </aside>
  );
}

function RunView({ run, simulation }: { run: Run; simulation: ReturnType<typeof useRun> }) {
  const document = useFlow((state) => state.document);
  const last = run.snapshots.at(-1);
  const entered = (last?.visited ?? []).slice(0, run.shown);
  return (
    <>
      {!isAtRest(run) && (
        <div className={classes.buttons}>
          <Button
            variant="default"
            onClick={() => {
              simulation.step();
            }}
          >{t`Next step`}</Button>
          <Button
            variant="default"
            onClick={() => {
              simulation.finish();
            }}
          >{t`Run on`}</Button>
        </div>
      )}
      <section className={panel.section}>
        <h3>
          {t`Path`}
          {run.deliveries.length > 0 && (
            <button
              type="button"
              className={panel.link}
              onClick={() => {
                simulation.back();
              }}
            >{t`Take back the last output`}</button>
          )}
        </h3>
        <ol className={classes.path}>
          {entered.map((id, i) => (
            <li key={i}>{document.titleOf(id)}</li>
          ))}
        </ol>
      </section>
      {run.error && (
        <p className={classes.trouble} role="alert">
          {run.error.message}
          {run.error.problems?.map((problem) => (
            <span key={problem.message}>{problem.message}</span>
          ))}
        </p>
      )}
      {isAtRest(run) && last?.failure && (
        <p
          className={classes.trouble}
          role="alert"
        >{t`Failed at “${document.titleOf(last.failure.nodeId)}”: ${last.failure.message}`}</p>
      )}
      {isAtRest(run) && last && (
        <WaitingCards
          key={run.deliveries.length}
          snapshot={last}
          isBusy={simulation.isPlaying}
          give={simulation.give}
        />
      )}
      {isAtRest(run) && <ContextView run={run} />}
      {last && <ConditionTester context={last.context} />}
    </>
  );
}
