import { t } from "@lingui/core/macro";

/** The formats that providers speak. */
export type Wire = "openai" | "anthropic";

/** A service as people know it: the format that it speaks and where it is. */
export interface Service {
  value: string;
  label: string;
  kind: Wire;
  /** Absent where the format says it; the beginning of one where people have to say it. */
  baseUrl?: string;
  /** People say where it is. */
  asks: boolean;
  /** A model that it may have. */
  model: string;
  /** What the secret with its key may be called; empty where it needs none. */
  secret: string;
}

const localAddress = "http://127.0.0.1:11434/v1";
const begun = "https://";

export const services: readonly Service[] = [
  {
    value: "anthropic",
    label: t`Anthropic`,
    kind: "anthropic",
    asks: false,
    model: "claude-sonnet-4-5",
    secret: "ANTHROPIC_KEY",
  },
  { value: "openai", label: t`OpenAI`, kind: "openai", asks: false, model: "gpt-5", secret: "OPENAI_KEY" },
  {
    value: "ollama",
    label: t`Ollama on this machine`,
    kind: "openai",
    baseUrl: localAddress,
    asks: true,
    model: "qwen3:32b",
    secret: "",
  },
  {
    value: "openai-compatible",
    label: t`Any server that is compatible with OpenAI`,
    kind: "openai",
    baseUrl: begun,
    asks: true,
    model: "qwen3-32b",
    secret: "MODEL_KEY",
  },
  {
    value: "anthropic-compatible",
    label: t`Any server that is compatible with Anthropic`,
    kind: "anthropic",
    baseUrl: begun,
    asks: true,
    model: "claude-sonnet-4-5",
    secret: "MODEL_KEY",
  },
];

/** The service that a format and an address are of. */
export function serviceOf(kind: string, baseUrl: string): Service | undefined {
  if (baseUrl === "") {
    return services.find((service) => service.kind === kind && !service.asks);
  }
  return (
    services.find((service) => service.kind === kind && service.baseUrl === baseUrl && baseUrl !== begun) ??
    services.find((service) => service.value === `${kind}-compatible`)
  );
}
