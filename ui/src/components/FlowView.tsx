import { readFlow } from "../lib/document";
import { Steps, type StepMark } from "./Steps";

interface FlowViewProps {
  document: unknown;
  label: string;
  /** Where a run stands, by step; without it nothing is marked. */
  marks?: ReadonlyMap<string, StepMark>;
  /** How often each way was gone. */
  taken?: ReadonlyMap<string, number>;
}

/** A workflow to look at. */
export function FlowView({ document, ...rest }: FlowViewProps) {
  return <Steps flow={readFlow(document)} {...rest} />;
}
