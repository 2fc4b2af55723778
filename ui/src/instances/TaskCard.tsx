import { t } from "@lingui/core/macro";

import type { Task } from "../api/queries/instances";
import { useCompleteTask } from "../api/queries/instances";
import { Facts } from "../components/Facts";
import { readFields } from "../components/fields/fields";
import { FieldsForm } from "../components/fields/FieldsForm";
import { LongText } from "../components/LongText";
import { Moment } from "../components/Moment";
import { JsonTree } from "../components/tree/JsonTree";
import classes from "./TaskCard.module.css";

/** What a run waits for from a person: what they have to know, and the form they hand in. */
export function TaskCard({ instanceId, task }: { instanceId: string; task: Task }) {
  const complete = useCompleteTask(instanceId, task.number);
  return (
    <section className={classes.card} aria-label={task.title}>
      <header className={classes.head}>
        <h2 dir="auto" className={classes.title}>
          {task.title}
        </h2>
        <span className={classes.since}>
          {t`Opened`} <Moment at={task.openedAt} />
        </span>
      </header>
      {task.description && <LongText className={classes.text} text={task.description} />}
      {task.inputs && Object.keys(task.inputs).length > 0 && (
        <div className={classes.inputs}>
          <Facts
            facts={Object.entries(task.inputs).map(([name, value]) => [
              name,
              <JsonTree key={name} value={value} open={1} />,
            ])}
          />
        </div>
      )}
      <FieldsForm
        fields={readFields(task.fields)}
        submit={t`Complete`}
        busy={complete.isPending}
        error={complete.error}
        refused={t`It was not completed; what you entered is still here`}
        onSubmit={(output) => {
          complete.mutate(output);
        }}
      />
    </section>
  );
}
