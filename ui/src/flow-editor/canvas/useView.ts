import { useMemo } from "react";

import type { ActionTypeInfo } from "../contract";
import { useFlow } from "../useFlow";
import { viewOf } from "./view";

/** What the canvas shows of the editor's state. */
export function useView(actionTypes: readonly ActionTypeInfo[]) {
  const document = useFlow((state) => state.document);
  const review = useFlow((state) => state.review);
  const highlights = useFlow((state) => state.highlights);
  const problems = useFlow((state) => state.problems);
  const run = useFlow((state) => state.run);
  const selection = useFlow((state) => state.selection);
  return useMemo(
    () => viewOf({ document, review, highlights, problems, run, selection, actionTypes }),
    [document, review, highlights, problems, run, selection, actionTypes],
  );
}
