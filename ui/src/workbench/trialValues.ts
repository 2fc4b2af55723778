import { t } from "@lingui/core/macro";

import { answer, api, type Schemas } from "../api/client";
import type { TrialValue } from "../flow-editor/contract";

const mostEvents = 12;
const mostRuns = 4;

const when = (time: string): string =>
  new Date(time).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });

/** An event as expressions see it. */
export function trialEvent({ id, type, source, ref, actor, time, payload }: Schemas["StreamEvent"]): TrialValue {
  const about = ref.split("/").slice(-2).join("/") || actor.login || source;
  return {
    id,
    label: [type, when(time), about].filter(Boolean).join(" · "),
    value: { id, type, source, ref, actor, time, payload: payload ?? {} },
  };
}

/** The newest stored events of a type, to try expressions on. */
export async function storedEvents(type: string, signal: AbortSignal): Promise<TrialValue[]> {
  const query = { limit: mostEvents, ...(type === "" ? {} : { type }) };
  const { items } = await answer(api.GET("/stream-events", { params: { query }, signal }));
  return items.map(trialEvent);
}

/** The contexts of the newest runs of a published workflow, to try expressions on. */
export async function recentContexts(workflowId: string | undefined, signal: AbortSignal): Promise<TrialValue[]> {
  if (workflowId === undefined) {
    return [];
  }
  const query = { limit: mostRuns, workflowId };
  const { items } = await answer(api.GET("/instances", { params: { query }, signal }));
  const runs = await Promise.all(
    items.map(({ id }) => answer(api.GET("/instances/{instanceId}", { params: { path: { instanceId: id } }, signal }))),
  );
  return runs.flatMap(({ id, startedAt, status, context }) =>
    context ? [{ id, label: t`Run of ${when(startedAt)} · ${status}`, value: context }] : [],
  );
}
