import { Modal } from "@mantine/core";
import { useRef } from "react";

import { idempotencyKey } from "../api/client";
import { useStartInstance } from "../api/queries/instances";
import type { Workflow } from "../api/queries/workflows";
import { readFields, type Field } from "../components/fields/fields";
import { FieldsForm } from "../components/fields/FieldsForm";
import { readFlow } from "../lib/document";
import { sameJSON, type JSONObject } from "../lib/json";

interface StartDialogProps {
  workflow: Workflow;
  opened: boolean;
  onClose: () => void;
  onStarted: (instanceId: string) => void;
}

/** What a run of the workflow is started with. */
export function startInputs(workflow: Workflow): Field[] {
  return readFields(readFlow(workflow.document).steps.find(({ type }) => type === "start")?.config.inputs);
}

/** The form that starts a run. */
export function StartDialog({ workflow, opened, onClose, onStarted }: StartDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={`Start “${workflow.name}”`} size="lg">
      <StartForm workflow={workflow} onStarted={onStarted} />
    </Modal>
  );
}

function StartForm({ workflow, onStarted }: { workflow: Workflow; onStarted: (instanceId: string) => void }) {
  const start = useStartInstance(workflow.id);
  // A second attempt at the same start makes no second run, even if the first did start one.
  const attempt = useRef<{ context: JSONObject; key: string }>(undefined);
  const fields = startInputs(workflow);
  const send = (context: JSONObject) => {
    if (!attempt.current || !sameJSON(attempt.current.context, context)) {
      attempt.current = { context, key: idempotencyKey() };
    }
    start.mutate(attempt.current, {
      onSuccess: ({ id }) => {
        onStarted(id);
      },
    });
  };
  return (
    <>
      {fields.length === 0 && <p>It asks for nothing to begin with.</p>}
      <FieldsForm
        fields={fields}
        submit="Start"
        busy={start.isPending}
        error={start.error}
        refused="It was not started"
        onSubmit={send}
      />
    </>
  );
}
