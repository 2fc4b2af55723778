import { t } from "@lingui/core/macro";

/** What sessions made of a template can do besides talking. */
export const capabilities = [
  {
    value: "composition",
    label: t`Compose a workflow`,
    description: t`It can be chosen for compositions, and works on their drafts.`,
  },
  {
    value: "config-items",
    label: t`Draft configuration`,
    description: t`It writes drafts of whatever packs hold, which a person applies.`,
  },
  {
    value: "validation-feedback",
    label: t`Hear of problems at once`,
    description: t`After each step it is told what is wrong with its drafts of configuration.`,
  },
] as const;

export const capabilityLabel = (value: string): string =>
  capabilities.find((one) => one.value === value)?.label ?? value;
