import type { Schemas } from "../../api/client";

export type Engine = Schemas["Engine"];

/**
 * The engine that a new composition has unless another is chosen: the server's default, but an AI rather than a script
 * where there is one that knows which model to ask.
 */
export function preferred(engines: readonly Engine[]): Engine | undefined {
  const [first] = engines;
  return first?.scripted === true
    ? (engines.find(({ scripted, models }) => !scripted && models.length > 0) ?? first)
    : first;
}

/** Whether there is nothing to compose with but the script. */
export const onlyScripted = (engines: readonly Engine[]): boolean =>
  engines.length > 0 && engines.every(({ scripted }) => scripted);
