import { t } from "@lingui/core/macro";

/** What there is to set up: only what exists. */
export const areas = [
  { to: "/settings/providers", label: t`Providers` },
  { to: "/settings/secrets", label: t`Secrets` },
] as const;
