import { t } from "@lingui/core/macro";
import { useInViewport } from "@mantine/hooks";
import { useState } from "react";

import { useComparison } from "./useComparison";
import { changeLine } from "./changeLine";

/** What a version changed, worked out once it is in sight. */
export function WhatChanged({ workflowId, number }: { workflowId: string; number: number }) {
  const { ref, inViewport } = useInViewport();
  const [seen, setSeen] = useState(false);
  if (inViewport && !seen) {
    setSeen(true);
  }
  const isFirst = number === 1;
  const wanted = seen && !isFirst;
  const { comparison, error } = useComparison(workflowId, wanted ? number - 1 : undefined, wanted ? number : undefined);
  const words = comparison ? changeLine(comparison) : error ? t`Could not be compared` : "…";
  return <span ref={ref}>{isFirst ? t`The first version` : words}</span>;
}
