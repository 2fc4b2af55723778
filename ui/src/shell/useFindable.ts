import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useNavigate } from "react-router";

import { useCatalog } from "../api/queries/catalog";
import { compositionsQuery } from "../api/queries/compositions";
import { sessionName, useSessions } from "../api/queries/sessions";
import { useWorkflows } from "../api/queries/workflows";
import { textOf } from "../lib/json";
import { areas } from "../settings/areas";
import type { Findable } from "./found";
import { places } from "./places";

const recent = 8;

/** Where one can go: the places, and everything by its name, which is asked for once somebody looks for something. */
export function useFindable(wanted: boolean): { groups: Findable[]; busy: boolean; failed: boolean } {
  const navigate = useNavigate();
  const compositions = useQuery({ ...compositionsQuery, enabled: wanted });
  const sessions = useSessions(wanted);
  const workflows = useWorkflows(wanted);
  const actionTypes = useCatalog("action-type", wanted);
  const tools = useCatalog("tool", wanted);
  const lists = [compositions, sessions, workflows, actionTypes, tools];
  const groups = useMemo(() => {
    const go = (to: string, label: string, description = "") => ({
      id: to,
      label,
      ...(description && { description }),
      onClick: () => {
        void navigate(to);
      },
    });
    return [
      { group: t`Go to`, actions: [...places, ...areas].map(({ to, label }) => go(to, label)) },
      {
        group: t`Compositions`,
        actions: (compositions.data ?? []).map(({ id, name }) => go(`/workbench/${id}`, name)),
        atFirst: recent,
      },
      {
        group: t`Sessions of the assistant`,
        actions: (sessions.data ?? []).map((session) => go(`/assistant/${session.id}`, sessionName(session))),
        atFirst: 0,
      },
      {
        group: t`Workflows`,
        actions: (workflows.data?.items ?? []).map(({ id, name, slug }) => go(`/workflows/${id}`, name, slug)),
        atFirst: 0,
      },
      {
        group: t`Action types`,
        actions: (actionTypes.data?.items ?? []).map(({ id, name, content }) =>
          go(`/action-types/${id}`, textOf(content.label) || name, name),
        ),
        atFirst: 0,
      },
      {
        group: t`Tools`,
        actions: (tools.data?.items ?? []).map(({ id, name }) => go(`/tools/${id}`, name)),
        atFirst: 0,
      },
    ];
  }, [actionTypes.data, compositions.data, navigate, sessions.data, tools.data, workflows.data]);
  return {
    groups,
    busy: lists.some(({ isLoading }) => isLoading),
    failed: lists.some(({ isError }) => isError),
  };
}
