import { answer, api, idempotencyKey, type Schemas } from "../api/client";
import { draftOf } from "./queries";
import type { Edit } from "./saver";
import type { Draft } from "./types";

const raw = (members: Record<string, unknown>, content: string): string => {
  const rest = JSON.stringify(members);
  return `{"content":${content}${rest === "{}" ? "" : `,${rest.slice(1, -1)}`}}`;
};

/** Saves a draft. Its content goes out as it is written. */
export async function saveDraft(draft: Draft, edit: Edit, baseRevision: string, leaseId?: string): Promise<Draft> {
  const { origin, turnId, text } = edit;
  const body = { baseRevision, origin: origin.slice(0, 200), turnId, leaseId };
  return draftOf(
    await answer<string>(
      api.PUT("/compositions/{compositionId}/items/{itemId}", {
        params: { path: { compositionId: draft.compositionId, itemId: draft.id } },
        body: { content: {}, ...body } as Schemas["ItemSave"],
        bodySerializer: () => raw(body, text),
        parseAs: "text",
        keepalive: text.length < 50_000,
      }),
    ),
  );
}

type LeaseAction = Schemas["LeaseChange"]["action"];

export const changeLease = (compositionId: string, windowId: string, action: LeaseAction): Promise<Schemas["Lease"]> =>
  answer(
    api.POST("/compositions/{compositionId}/lease", {
      params: { path: { compositionId } },
      body: { action, windowId },
      keepalive: true,
    }),
  );

export const resolveChangeSet = (compositionId: string, body: Schemas["ChangeSetResolution"]) =>
  answer(api.POST("/compositions/{compositionId}/changeset-resolution", { params: { path: { compositionId } }, body }));

export const offerChangeSet = (compositionId: string, turnId: string) =>
  answer(
    api.POST("/compositions/{compositionId}/turns/{turnId}/offer", { params: { path: { compositionId, turnId } } }),
  );

export const undoTurn = (compositionId: string, turnId: string, query: { dryRun?: boolean; leaseId?: string }) =>
  answer(
    api.POST("/compositions/{compositionId}/turns/{turnId}/undo", {
      params: { path: { compositionId, turnId }, query },
    }),
  );

export const interruptTurn = (compositionId: string) =>
  answer(api.POST("/compositions/{compositionId}/interrupt", { params: { path: { compositionId } } }));

export const restoreRevision = (compositionId: string, itemId: string, revisionId: string, leaseId?: string) =>
  answer(
    api.POST("/compositions/{compositionId}/items/{itemId}/revisions/{revisionId}/restore", {
      params: { path: { compositionId, itemId, revisionId }, query: leaseId ? { leaseId } : {} },
    }),
  );

/** Ends the agent's process and starts another. */
export const restartAgent = (sessionId: string) =>
  answer(api.POST("/sessions/{sessionId}/restart", { params: { path: { sessionId } } }));

/** Answers a question of the agent, which goes on with it. */
export const answerQuestion = (sessionId: string, body: Schemas["NewAnswer"]) =>
  answer(
    api.POST("/sessions/{sessionId}/answers", {
      params: { path: { sessionId }, header: { "Idempotency-Key": idempotencyKey() } },
      body,
    }),
  );
