import { t } from "@lingui/core/macro";

/** What there is to set up: only what exists. */
export const areas = [
  { to: "/settings/providers", label: t`Providers` },
  { to: "/settings/secrets", label: t`Secrets` },
  { to: "/settings/usage", label: t`Usage` },
  { to: "/settings/session-templates", label: t`Session templates` },
] as const;
