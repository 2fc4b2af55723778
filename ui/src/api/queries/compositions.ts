import { queryOptions } from "@tanstack/react-query";

import { answer, api, type Schemas } from "../client";

/** The compositions, newest first, up to a bound. */
export const compositionsQuery = queryOptions({
  queryKey: ["compositions", "all"],
  queryFn: async () => {
    const found: Schemas["Composition"][] = [];
    let cursor: string | undefined;
    do {
      const page = await answer(
        api.GET("/compositions", { params: { query: { limit: 200, ...(cursor ? { cursor } : {}) } } }),
      );
      found.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor !== undefined && found.length < 1000);
    return found;
  },
});
