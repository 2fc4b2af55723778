import { t } from "@lingui/core/macro";

import { quote, stringOf } from "../model/json";
import { DurationInput } from "./DurationInput";
import type { FormProps } from "./NodeForm";
import { useNodeEdit } from "./useEdit";

/** A wait: how long. */
export function WaitForm({ node }: FormProps) {
  const edit = useNodeEdit(node);
  return (
    <DurationInput
      label={t`Duration`}
      field="duration"
      mayBeZero
      value={stringOf(node.config.get("duration")) ?? ""}
      onChange={(text) => {
        edit.config("duration", quote(text), t`the duration`);
      }}
    />
  );
}
