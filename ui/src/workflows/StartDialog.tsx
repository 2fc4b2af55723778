import { t } from "@lingui/core/macro";
import { Button, Modal, Stack } from "@mantine/core";
import { useRef } from "react";

import { idempotencyKey } from "../api/client";
import { useStartInstance, type NewStart } from "../api/queries/instances";
import { useVersion, type Workflow } from "../api/queries/workflows";
import { readFields, type Field } from "../components/fields/fields";
import { FieldsForm } from "../components/fields/FieldsForm";
import { Notice } from "../components/Notice";
import { readFlow } from "../lib/document";
import { sameJSON, type JSONObject } from "../lib/json";
import { Loading, Trouble } from "../shell/states";

interface StartDialogProps {
  workflow: Workflow;
  /** Which version is to be started; the current one where none is named. */
  version?: number | undefined;
  opened: boolean;
  onClose: () => void;
  onStarted: (instanceId: string) => void;
}

/** What a run of a document is started with. */
export function startInputs(document: unknown): Field[] {
  return readFields(readFlow(document).steps.find(({ type }) => type === "start")?.config.inputs);
}

/** The form that starts a run. */
export function StartDialog({ workflow, version, opened, onClose, onStarted }: StartDialogProps) {
  const other = version !== undefined && version !== workflow.version;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={other ? t`Start version ${version} of “${workflow.name}”` : t`Start “${workflow.name}”`}
      size={586}
    >
      {other ? (
        <OtherVersion workflow={workflow} version={version} onClose={onClose} onStarted={onStarted} />
      ) : (
        <StartForm workflow={workflow} document={workflow.document} onClose={onClose} onStarted={onStarted} />
      )}
    </Modal>
  );
}

interface StartFormProps {
  workflow: Workflow;
  version?: number;
  document: unknown;
  onClose: () => void;
  onStarted: (instanceId: string) => void;
}

function OtherVersion({ workflow, version, ...rest }: Omit<StartFormProps, "document"> & { version: number }) {
  const query = useVersion(workflow.id, version);
  if (query.error) {
    return <Trouble error={query.error} retry={() => void query.refetch()} />;
  }
  return query.data ? (
    <StartForm workflow={workflow} version={version} document={query.data.snapshot?.document} {...rest} />
  ) : (
    <Loading />
  );
}

function StartForm({ workflow, version, document, onClose, onStarted }: StartFormProps) {
  const start = useStartInstance(workflow.id);
  // A second attempt at the same start makes no second run, even if the first did start one.
  const attempt = useRef<NewStart>(undefined);
  const fields = startInputs(document);
  const send = (context: JSONObject) => {
    if (!attempt.current || !sameJSON(attempt.current.context, context)) {
      attempt.current = { context, version, key: idempotencyKey() };
    }
    start.mutate(attempt.current, {
      onSuccess: ({ id }) => {
        onStarted(id);
      },
    });
  };
  return (
    <Stack gap="md">
      {version !== undefined && (
        <Notice
          tone="plain"
          title={t`New instances run version ${workflow.version}`}
        >{t`Only this one runs version ${version}.`}</Notice>
      )}
      {fields.length === 0 && <p>{t`It asks for nothing to begin with.`}</p>}
      <FieldsForm
        fields={fields}
        submit={t`Start`}
        busy={start.isPending}
        error={start.error}
        refused={t`It was not started`}
        leave={<Button variant="default" onClick={onClose}>{t`Cancel`}</Button>}
        onSubmit={send}
      />
    </Stack>
  );
}
