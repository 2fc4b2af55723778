import { useWorkbench } from "../context";
import { ProblemList } from "./ProblemList";
import { askToFix, type ListedProblem } from "./problems";

/** What is wrong with the drafts of the composition. */
export function Problems({ problems }: { problems: ListedProblem[] }) {
  const { reveal, ask, composition } = useWorkbench();
  return (
    <ProblemList
      problems={problems}
      busy={composition.turnState !== "idle"}
      onShow={({ itemId, problem: { nodeId, edgeId, field } }) => {
        reveal({ itemId, nodeId, edgeId, field });
      }}
      onAsk={(listed) => {
        ask(askToFix(listed));
      }}
    />
  );
}
