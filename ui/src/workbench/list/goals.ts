import { t } from "@lingui/core/macro";

import { answer, api, idempotencyKey } from "../../api/client";

/** A goal that the demo agent knows how to reach. */
export interface Goal {
  name: string;
  about: string;
  message: string;
  /** A sample event that is put in first, since the agent looks at a real one. */
  event?: { type: string; ref: string; payload: Record<string, unknown>; deliveryId: string };
}

export const goals: Goal[] = [
  {
    name: t`Refund intake`,
    about: t`Takes a refund request, checks the amount with a script and asks a person to approve it.`,
    message: t`Please build a refund intake`,
  },
  {
    name: t`Bug triage`,
    about: t`Sorts new issues by how urgent they are. One sample issue is added for the agent to look at.`,
    message: t`Please build a bug triage`,
    event: {
      type: "issue.created",
      ref: "https://example.com/issues/1",
      deliveryId: "heddle-sample-issue",
      payload: {
        issue: {
          number: "1",
          title: t`The app crashes when a file is opened`,
          body: t`Steps: open any file. Expected: it opens. Seen: a crash.`,
          state: "open",
          author: "sample",
          assignees: [],
          labels: ["bug"],
          milestone: null,
          url: "https://example.com/issues/1",
        },
      },
    },
  },
  {
    name: t`Security review`,
    about: t`Two scripts and a person look at a change at the same time, before somebody decides.`,
    message: t`Please build a security review`,
  },
];

/** Makes a composition for the goal, with the agent that knows it, and tells that agent; answers the composition's id. */
export async function startGoal({ goal, engine }: { goal: Goal; engine: string | undefined }): Promise<string> {
  const composition = await answer(
    api.POST("/compositions", { body: { name: goal.name, ...(engine === undefined ? {} : { engine }) } }),
  );
  if (goal.event) {
    await answer(api.POST("/stream-events", { body: { ...goal.event, actor: { login: "sample" } } }));
  }
  await answer(
    api.POST("/compositions/{compositionId}/messages", {
      params: { path: { compositionId: composition.id }, header: { "Idempotency-Key": idempotencyKey() } },
      body: { message: goal.message },
    }),
  );
  return composition.id;
}
