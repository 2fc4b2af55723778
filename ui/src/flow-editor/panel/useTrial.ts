import { useState } from "react";

import type { TrialValue } from "../contract";
import { stringOf } from "../model/json";
import { sampleContext, sampleEvent } from "../model/sample";
import { useFlow } from "../useFlow";
import type { Scope } from "./ExpressionInput";
import { useTrialValues } from "./useTrialValues";
import { useVariables } from "./useVariables";

/** One thing that an expression is tried on: a real one, a sample, or what was typed. */
export interface TrialSide {
  text: string;
  /** The id of the real one; "sample", or "own" for what was typed. */
  choice: string;
  values: readonly TrialValue[];
  choose: (choice: string) => void;
  write: (text: string) => void;
}

const pretty = (value: unknown): string => JSON.stringify(value, null, 2);

/** What is chosen by itself: the newest event, but a sample context, since runs may be of an older version. */
function useSide(values: readonly TrialValue[] | undefined, sample: string, preferReal: boolean): TrialSide {
  const [chosen, setChosen] = useState<string>();
  const [own, setOwn] = useState<string>();
  const choice = chosen ?? (preferReal ? values?.[0]?.id : undefined) ?? "sample";
  const real = values?.find(({ id }) => id === choice);
  return {
    text: choice === "own" ? (own ?? "") : real ? pretty(real.value) : sample,
    choice: choice === "own" || real ? choice : "sample",
    values: values ?? [],
    choose: setChosen,
    write: (text) => {
      setOwn(text);
      setChosen("own");
    },
  };
}

/** How much is asked of the host: runs only where somebody looks at them. */
type Wanted = "nothing" | "names" | "all";

/** What the expressions of a field can name, and what they are tried on. */
export function useTrial(scope: Scope, nodeId: string, edgeId: string | undefined, wanted: Wanted) {
  const isWanted = wanted !== "nothing";
  const eventType = useFlow((state) => stringOf(state.document.node(nodeId)?.config.get("eventType")) ?? "");
  const hasEvent = scope.startsWith("receive-event") || scope === "correlation-event-key";
  const hasContext = scope !== "correlation-event-key";
  const variables = useVariables(nodeId, edgeId, isWanted);
  const events = useTrialValues("event", eventType, isWanted && hasEvent);
  const contexts = useTrialValues("context", "", wanted === "all" && hasContext);
  const event = useSide(events, sampleEvent(eventType), true);
  const context = useSide(contexts, sampleContext(variables), false);
  const isReady = (!hasContext || variables !== undefined) && (!hasEvent || events !== undefined);
  return { variables, isReady, event: hasEvent ? event : undefined, context: hasContext ? context : undefined };
}

export type TrialOf = ReturnType<typeof useTrial>;
