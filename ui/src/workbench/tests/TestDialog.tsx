import { t } from "@lingui/core/macro";
import { Button, Checkbox, Modal, Select, Stack, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";

import { answer, api } from "../../api/client";
import { DialogEnd } from "../../components/DialogEnd";
import { useSend } from "../../lib/useSend";
import { useWorkbench } from "../context";
import type { Draft } from "../types";
import { testInputs, testValues, type TestInput } from "./testInputs";

interface Props {
  draft: Draft | undefined;
  onClose: () => void;
  onStarted: () => void;
}

/** Asks for the inputs of a test run and starts it. */
export function TestDialog({ draft, onClose, onStarted }: Props) {
  return (
    <Modal opened={draft !== undefined} onClose={onClose} title={draft ? t`Test ${draft.name}` : ""}>
      {draft && <Form draft={draft} onClose={onClose} onStarted={onStarted} />}
    </Modal>
  );
}

const remembered = new Map<string, Record<string, string | boolean>>();

function Form({ draft, onClose, onStarted }: Props & { draft: Draft }) {
  const { composition, controller, tests } = useWorkbench();
  const inputs = testInputs({ type: draft.type, text: controller.drafts.get(draft.id)?.text ?? draft.text });
  const [typed, setTyped] = useState(() => remembered.get(draft.id) ?? {});
  const [errors, setErrors] = useState<Record<string, string>>({});
  const run = useSend({
    mutationFn: async (values: Record<string, unknown>) => {
      await controller.save(draft.id);
      onStarted();
      const params = { path: { compositionId: composition.id } };
      return draft.type === "tool"
        ? answer(
            api.POST("/compositions/{compositionId}/test/tool", { params, body: { name: draft.name, params: values } }),
          )
        : answer(
            api.POST("/compositions/{compositionId}/test/action-type", {
              params,
              body: { name: draft.name, inputs: values },
            }),
          );
    },
    onSuccess: (result) => {
      tests.answered(result);
      onClose();
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        remembered.set(draft.id, typed);
        const read = testValues(inputs, typed);
        if ("errors" in read) {
          setErrors(read.errors);
        } else {
          setErrors({});
          run.mutate(read.values);
        }
      }}
    >
      <Stack gap="md">
        {inputs.length === 0 && <p>{t`It declares no inputs, so it runs as it is.`}</p>}
        {inputs.map((input) => (
          <InputField
            key={input.name}
            input={input}
            value={typed[input.name]}
            error={errors[input.name]}
            onChange={(value) => {
              setTyped({ ...typed, [input.name]: value });
            }}
          />
        ))}
        <DialogEnd error={run.error}>
          <Button variant="default" onClick={onClose}>
            {run.isPending ? t`Go on in the background` : t`Cancel`}
          </Button>
          <Button type="submit" loading={run.isPending}>{t`Run once`}</Button>
        </DialogEnd>
      </Stack>
    </form>
  );
}

interface FieldProps {
  input: TestInput;
  value: string | boolean | undefined;
  error: string | undefined;
  onChange: (value: string | boolean) => void;
}

function InputField({ input, value, error, onChange }: FieldProps) {
  const common = { label: input.label, description: input.description, error, withAsterisk: input.required };
  const text = typeof value === "string" ? value : "";
  if (input.type === "boolean") {
    return (
      <Checkbox
        label={input.label}
        description={input.description}
        checked={value === true}
        onChange={(event) => {
          onChange(event.currentTarget.checked);
        }}
      />
    );
  }
  if (input.options) {
    return (
      <Select
        {...common}
        data={input.options}
        value={text || null}
        clearable={!input.required}
        onChange={(next) => {
          onChange(next ?? "");
        }}
      />
    );
  }
  if (input.type === "json") {
    return (
      <Textarea
        {...common}
        autosize
        minRows={2}
        attributes={{ input: { dir: "ltr" } }}
        placeholder={t`As JSON`}
        styles={{ input: { fontFamily: "var(--hd-mono)" } }}
        value={text}
        onChange={(event) => {
          onChange(event.currentTarget.value);
        }}
      />
    );
  }
  return (
    <TextInput
      {...common}
      inputMode={input.type === "number" ? "decimal" : "text"}
      value={text}
      onChange={(event) => {
        onChange(event.currentTarget.value);
      }}
    />
  );
}
