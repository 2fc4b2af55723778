import { t } from "@lingui/core/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";

import { answer, api } from "../api/client";
import { enginesQuery } from "../api/queries/engines";
import { interruptTurn } from "./calls";
import { Beginning } from "./chat/Beginning";
import { Chat } from "./chat/Chat";
import { ChatContext, type ChatHost } from "./chat/host";
import { Receipt } from "./chat/Receipt";
import { SelectionChips } from "./chat/SelectionChips";
import { useWorkbench } from "./context";
import { compositionQuery } from "./queries";

interface Props {
  text: string;
  onText: (text: string) => void;
  onAttach: () => void;
  onCollapse: () => void;
}

const starters = [t`Build a refund intake`, t`Build a bug triage`, t`Build a security review`];

const words: ChatHost["words"] = {
  placeholder: t`Ask for a change, or about the selection…`,
  used: (usage) => t`All turns of this composition: ${usage}`,
  restart: t`The turn that it works on is broken off; what it saved so far stays, and can be undone.`,
};

/** The conversation about the composition. */
export function WorkbenchChat({ text, onText, onAttach, onCollapse }: Props) {
  const host = useHost();
  const { composition } = useWorkbench();
  const engines = useQuery(enginesQuery(composition.teamId)).data ?? [];
  const scripted = engines.some((one) => one.scripted && one.name === composition.engine);
  return (
    <ChatContext value={host}>
      <Chat
        text={text}
        onText={onText}
        onAttach={onAttach}
        onCollapse={onCollapse}
        about={<SelectionChips />}
        beginning={
          <Beginning starters={scripted ? starters : []} onPick={onText}>
            {t`Say what the workflow should do. The agent drafts it, tests its scripts and proposes the workflow; you can edit along at any time.`}
          </Beginning>
        }
      />
    </ChatContext>
  );
}

function useHost(): ChatHost {
  const client = useQueryClient();
  const { composition, controller, drafts, turns, selection, open } = useWorkbench();
  const { id, sessionId, teamId, engine, model, turnState, currentTurnId } = composition;
  return useMemo<ChatHost>(
    () => ({
      sessionId,
      teamId,
      engine,
      model,
      busy: turnState !== "idle",
      working: turnState === "ai-working",
      currentTurnId,
      turns: turns.map((turn) => ({
        id: turn.id,
        startedAt: turn.startedAt,
        endedAt: turn.endedAt,
        attached: turn.origin === "attached",
        usage: turn.receipt?.usage,
      })),
      words,
      save: () => controller.save(),
      send: async (message, key) => {
        const contentRevision = controller.workflowRevision;
        const turn = await answer(
          api.POST("/compositions/{compositionId}/messages", {
            params: { path: { compositionId: id }, header: { "Idempotency-Key": key } },
            body: {
              message,
              ...(selection.nodeIds.length > 0 ? { nodeIds: selection.nodeIds } : {}),
              ...(selection.edgeIds.length > 0 ? { edgeIds: selection.edgeIds } : {}),
              ...(contentRevision ? { contentRevision } : {}),
            },
          }),
        );
        controller.dispatch({ type: "turn-changed", turn: "ai-working", turnId: turn.id });
      },
      interrupt: () => interruptTurn(id),
      change: async (to) => {
        await answer(api.PATCH("/compositions/{compositionId}", { params: { path: { compositionId: id } }, body: to }));
        await client.invalidateQueries({ queryKey: compositionQuery(id).queryKey, exact: true });
      },
      refresh: () => {
        controller.refresh();
      },
      announce: (said) => {
        controller.announce(said);
      },
      find: (target) => {
        const draft = drafts.find(
          ({ type, name }) => type === target.type && (!("name" in target) || name === target.name),
        );
        return (
          draft && {
            name: draft.name,
            open: () => {
              open(draft.id);
            },
          }
        );
      },
      receipt: (turnId, number) => {
        const turn = turns.find((one) => one.id === turnId);
        return turn && <Receipt turn={turn} number={number} />;
      },
    }),
    [
      client,
      controller,
      currentTurnId,
      drafts,
      engine,
      id,
      model,
      open,
      selection,
      sessionId,
      teamId,
      turnState,
      turns,
    ],
  );
}
