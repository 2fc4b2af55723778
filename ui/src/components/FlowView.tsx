import { t } from "@lingui/core/macro";
import { SegmentedControl } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { lazy, Suspense, useMemo } from "react";

import type { RunPath } from "../flow-editor/canvas/FlowCanvas";
import { readFlow } from "../lib/document";
import { Loading } from "../shell/states";
import classes from "./FlowView.module.css";
import { Steps, type StepMark } from "./Steps";

const FlowCanvas = lazy(() => import("../flow-editor/canvas/FlowCanvas"));

/** Where a run stands. */
export interface Marks {
  /** The nodes it entered, in order, as often as it did. */
  visited: readonly string[];
  steps: ReadonlyMap<string, StepMark>;
  /** How often each edge was taken. */
  taken: ReadonlyMap<string, number>;
}

interface FlowViewProps {
  document: unknown;
  label: string;
  marks?: Marks;
}

type Form = "canvas" | "list";

/** A workflow to look at: drawn, or as a list of its steps. Which of them is remembered. */
export function FlowView({ document, label, marks }: FlowViewProps) {
  const [form, setForm] = useLocalStorage<Form>({
    key: "heddle-workflow-view",
    defaultValue: "canvas",
    getInitialValueInEffect: false,
  });
  return (
    <div className={classes.view}>
      <SegmentedControl
        className={classes.choice ?? ""}
        aria-label={t`How the workflow is shown`}
        data={[
          { value: "canvas", label: t`Drawn` },
          { value: "list", label: t`As a list` },
        ]}
        value={form}
        onChange={(value) => {
          setForm(value);
        }}
      />
      {form === "canvas" ? (
        <Drawn document={document} label={label} {...(marks && { marks })} />
      ) : (
        <Steps flow={readFlow(document)} label={label} {...(marks && { marks: marks.steps, taken: marks.taken })} />
      )}
    </div>
  );
}

function Drawn({ document, label, marks }: FlowViewProps) {
  const text = useMemo(() => JSON.stringify(document), [document]);
  const path = useMemo(() => marks && runPath(marks), [marks]);
  return (
    <div className={classes.canvas}>
      <Suspense fallback={<Loading />}>
        <FlowCanvas workflow={text} path={path} label={label} />
      </Suspense>
    </div>
  );
}

function runPath({ visited, steps, taken }: Marks): RunPath {
  const at = (mark: StepMark) => [...steps].filter(([, found]) => found === mark).map(([id]) => id);
  const failed = at("failed")[0];
  return {
    visited,
    waiting: at("active"),
    ...(failed === undefined ? {} : { failed }),
    edges: new Map([...taken.keys()].map((id) => [id, "taken"])),
  };
}
