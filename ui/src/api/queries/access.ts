import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";

import { answer, api } from "../client";

/** Who uses the page. */
export function useMe() {
  return useQuery({ queryKey: ["me"], queryFn: () => answer(api.GET("/me")), staleTime: Infinity });
}

export function useTeams() {
  return useQuery({ queryKey: ["teams"], queryFn: () => answer(api.GET("/teams")) });
}

/** Names scopes: a team's name, or that something is there for everyone. */
export function useScopeName(): (teamId: string | undefined) => string {
  const teams = useTeams();
  return (teamId) => {
    if (teamId === undefined) {
      return t`Everyone`;
    }
    return teams.data?.items.find((team) => team.id === teamId)?.name ?? t`A team`;
  };
}

/** Whether the caller may do something with what belongs to a team, or to everyone. The server decides; this is for what is shown. */
export function useMay(permission: string): (teamId: string | undefined) => boolean {
  const me = useMe();
  return (teamId) =>
    me.data === undefined ||
    me.data.permissions.includes(permission) ||
    me.data.teams.some(({ id, role }) => id === teamId && role === "admin");
}
