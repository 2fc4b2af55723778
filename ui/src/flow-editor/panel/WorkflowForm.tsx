import { plural, t } from "@lingui/core/macro";
import { Textarea, TextInput } from "@mantine/core";

import { quote } from "../model/json";
import { useFlow } from "../useFlow";
import classes from "./panel.module.css";
import { useWorkflowEdit } from "./useEdit";

/** The workflow itself. */
export function WorkflowForm() {
  const document = useFlow((state) => state.document);
  const readOnly = useFlow((state) => state.readOnly);
  const edit = useWorkflowEdit();
  const steps = document.nodes.length;
  return (
    <div className={classes.form}>
      <TextInput
        label={t`Name`}
        value={document.name}
        readOnly={readOnly}
        data-first
        data-field="name"
        onChange={(event) => {
          edit("name", quote(event.currentTarget.value), t`the name`);
        }}
      />
      <Textarea
        label={t`Description`}
        autosize
        minRows={3}
        maxRows={12}
        value={document.description}
        readOnly={readOnly}
        data-field="description"
        onChange={(event) => {
          const text = event.currentTarget.value;
          edit("description", text === "" ? undefined : quote(text), t`the description`);
        }}
      />
      <p
        className={classes.note}
      >{t`${plural(steps, { one: "# step", other: "# steps" })}, ${plural(document.edges.length, { one: "# edge", other: "# edges" })}. Choose a step or an edge to see its properties.`}</p>
    </div>
  );
}
