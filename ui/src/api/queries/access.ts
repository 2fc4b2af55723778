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
      return "Everyone";
    }
    return teams.data?.items.find((team) => team.id === teamId)?.name ?? "A team";
  };
}

/** Names people, as far as the page knows them. */
export function usePersonName(): (userId: string | undefined) => string {
  const me = useMe();
  return (userId) => (userId !== undefined && userId === me.data?.user.id ? "You" : "Somebody else");
}
