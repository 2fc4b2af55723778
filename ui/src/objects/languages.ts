import { t } from "@lingui/core/macro";

/** The languages that scripts may be in. */
export const languages = [
  { value: "node", label: t`JavaScript (Node.js)` },
  { value: "python", label: t`Python` },
  { value: "bash", label: t`Bash` },
];

export const languageOf = (value: unknown): "node" | "python" | "bash" =>
  value === "python" || value === "bash" ? value : "node";
