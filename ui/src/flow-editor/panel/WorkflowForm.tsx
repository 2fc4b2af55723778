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
        label="Name"
        value={document.name}
        readOnly={readOnly}
        data-first
        data-field="name"
        onChange={(event) => {
          edit("name", quote(event.currentTarget.value), "the name");
        }}
      />
      <Textarea
        label="Description"
        autosize
        minRows={3}
        maxRows={12}
        value={document.description}
        readOnly={readOnly}
        data-field="description"
        onChange={(event) => {
          const text = event.currentTarget.value;
          edit("description", text === "" ? undefined : quote(text), "the description");
        }}
      />
      <p className={classes.note}>
        {steps} {steps === 1 ? "step" : "steps"}, {document.edges.length}{" "}
        {document.edges.length === 1 ? "edge" : "edges"}. Choose a step or an edge to see its properties.
      </p>
    </div>
  );
}
