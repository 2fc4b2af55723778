import { useQuery, useQueryClient } from "@tanstack/react-query";

import { useSend } from "../../lib/useSend";
import { answer, api, type Schemas } from "../client";
import { allPages, given, largestPage } from "./pages";

export type Secret = Schemas["Secret"];

const listKey = ["secrets"] as const;

/** The names of secrets, and who set them when. Nothing tells their values. */
export function useSecrets(enabled = true) {
  return useQuery({
    enabled,
    queryKey: listKey,
    queryFn: () =>
      allPages((cursor) =>
        answer(api.GET("/secrets", { params: { query: { limit: largestPage, ...given({ cursor }) } } })),
      ),
    staleTime: 0,
  });
}

export interface NewSecret {
  name: string;
  teamId?: string | undefined;
  value: string;
}

/** Sets a secret, or another value of it. The value is kept nowhere in the page. */
export function useSetSecret() {
  const client = useQueryClient();
  return useSend({
    mutationFn: ({ name, teamId, value }: NewSecret) =>
      answer(
        api.PUT("/secrets/{secretName}", {
          params: { path: { secretName: name }, query: given({ teamId }) },
          body: { value },
        }),
      ),
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: listKey }),
  });
}

export function useDeleteSecret() {
  const client = useQueryClient();
  return useSend({
    mutationFn: ({ name, teamId }: Pick<Secret, "name" | "teamId">) =>
      api.DELETE("/secrets/{secretName}", { params: { path: { secretName: name }, query: given({ teamId }) } }),
    onSuccess: () => client.invalidateQueries({ queryKey: listKey }),
  });
}
