import { queryOptions } from "@tanstack/react-query";

import { answer, api } from "../client";

/** The engines that a team may choose, or those for everyone, with the models that each can use. */
export const enginesQuery = (teamId?: string) =>
  queryOptions({
    queryKey: ["engines", teamId ?? ""],
    queryFn: async () => (await answer(api.GET("/engines", { params: { query: teamId ? { teamId } : {} } }))).items,
  });
