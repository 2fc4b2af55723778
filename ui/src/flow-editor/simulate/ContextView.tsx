import { t } from "@lingui/core/macro";

import panel from "../panel/panel.module.css";
import { changedKeys, type Run } from "./run";
import classes from "./simulate.module.css";

/** The context where the run rests, with what the last step changed. */
export function ContextView({ run }: { run: Run }) {
  const context = run.snapshots.at(-1)?.context ?? {};
  const changed = changedKeys(run);
  const keys = Object.keys(context);
  return (
    <section className={panel.section}>
      <h3>{t`Context`}</h3>
      {keys.length === 0 && <p className={panel.note}>{t`It is empty.`}</p>}
      <dl className={classes.context}>
        {keys.map((key) => (
          <div key={key} data-changed={changed.has(key)}>
            <dt>{key}</dt>
            <dd>{JSON.stringify(context[key], null, 1)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
