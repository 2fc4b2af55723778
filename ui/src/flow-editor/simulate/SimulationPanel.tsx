import { ActionIcon, Button, Tooltip } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useMemo, useState } from "react";

import { formFields, initialValues } from "../model/formFields";
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
  return (
    <aside className={panel.panel} aria-label="Simulation">
      <div className={panel.head}>
        <h2>Simulation</h2>
        <span>{run ? (statusWords[run.snapshots.at(-1)?.status ?? ""] ?? "") : "same engine as real runs"}</span>
        <Tooltip label="Close">
          <ActionIcon
            aria-label="Close the simulation"
            onClick={() => {
              store.set({ panel: undefined });
            }}
          >
            <IconX size={15} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </div>
      <div className={panel.body}>
        <section className={classes.form} aria-label="Start">
          {fields.length > 0 ? (
            <ValueForm fields={fields} values={context} onChange={setValues} />
          ) : (
            <JsonInput
              label="Initial context"
              description="An object in JSON: what the run starts with."
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
                simulation.start(context, false);
              }}
            >
              {run ? "Start again" : "Run to the next wait"}
            </Button>
            <Button
              variant="default"
              disabled={isPlaying}
              onClick={() => {
                simulation.start(context, true);
              }}
            >
              Step by step
            </Button>
            {run && (
              <Button
                variant="subtle"
                onClick={() => {
                  simulation.clear();
                }}
              >
                Clear
              </Button>
            )}
          </div>
        </section>
        {simulation.trouble && (
          <p className={classes.trouble} role="alert">
            It could not be played: {simulation.trouble}
          </p>
        )}
        {run && isOutdated && (
          <p className={classes.notice}>The workflow was changed since this run. Start again to see it as it is now.</p>
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
          >
            Next step
          </Button>
          <Button
            variant="default"
            onClick={() => {
              simulation.finish();
            }}
          >
            Run on
          </Button>
        </div>
      )}
      <section className={panel.section}>
        <h3>
          Path
          {run.deliveries.length > 0 && (
            <button
              type="button"
              className={panel.link}
              onClick={() => {
                simulation.back();
              }}
            >
              Take back the last output
            </button>
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
        <p className={classes.trouble} role="alert">
          Failed at “{document.titleOf(last.failure.nodeId)}”: {last.failure.message}
        </p>
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
