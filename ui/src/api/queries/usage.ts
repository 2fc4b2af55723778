import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { answer, api, type Schemas } from "../client";

export type UsageSum = Schemas["UsageSum"];
export type UsageSums = Schemas["UsageSums"];

export const groupings = ["model", "engine", "composition", "user", "team"] as const;
export type Grouping = (typeof groupings)[number];

/** The moment from which on, and the one that is not in any more. */
export interface Range {
  from: string;
  to: string;
}

/** What was used in a range, summed up by the day or something else. */
export function useUsage({ from, to }: Range, groupBy: Grouping | "day") {
  return useQuery({
    queryKey: ["usage", from, to, groupBy],
    queryFn: () => answer(api.GET("/usage", { params: { query: { from, to, groupBy } } })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
