import { Button, Switch } from "@mantine/core";
import { useCallback, useRef, useState } from "react";

import type { FlowEditorHandle, ProposalOutcome } from "../contract";
import { FlowEditor } from "../FlowEditor";
import classes from "./Demo.module.css";
import { demoHost } from "./demoHost";
import { largeWorkflow, sampleOps, sampleWorkflow } from "./sample";

const outcomeWords: Record<ProposalOutcome, string> = {
  applied: "The change was applied.",
  accepted: "The proposal was accepted.",
  rejected: "The proposal was rejected.",
  stale: "The proposal no longer fits the workflow.",
  failed: "The change could not be applied.",
};

/** The flow editor by itself: a workflow that nobody keeps. */
export default function Demo() {
  const editor = useRef<FlowEditorHandle>(null);
  const [workflow, setWorkflow] = useState(sampleWorkflow);
  const [readOnly, setReadOnly] = useState(false);
  const [said, setSaid] = useState("Nothing here is kept.");
  const [count, setCount] = useState(1);
  const onChange = useCallback((text: string, { origin }: { origin: string }) => {
    setWorkflow(text);
    setSaid(origin);
  }, []);
  const onProposalResolved = useCallback((_: string, outcome: ProposalOutcome) => {
    setSaid(outcomeWords[outcome]);
  }, []);
  const proposal = () => {
    setCount(count + 1);
    const base = editor.current?.getSnapshot().contentRevision ?? "";
    const set = `{"id":"demo-${count}","baseRevision":${JSON.stringify(base)},"author":"agent:demo",
      "summary":"Large refunds go to a manager","ops":${sampleOps}}`;
    return { id: `demo-${count}`, changeSet: set };
  };
  const tell = (result: ReturnType<FlowEditorHandle["propose"]> | undefined) => {
    if (result && !result.ok) {
      setSaid(result.error.message);
    }
  };
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1>Flow editor</h1>
        <span role="status">{said}</span>
        <Switch
          label="Read-only"
          checked={readOnly}
          onChange={(event) => {
            setReadOnly(event.currentTarget.checked);
          }}
        />
        <Button
          variant="default"
          onClick={() => {
            setWorkflow(largeWorkflow(500));
          }}
        >
          500 steps
        </Button>
        <Button
          variant="default"
          onClick={() => {
            tell(editor.current?.propose(proposal()));
          }}
        >
          Propose a change
        </Button>
        <Button
          variant="default"
          onClick={() => {
            tell(editor.current?.apply(proposal()));
          }}
        >
          Apply a change
        </Button>
      </header>
      <main className={classes.editor}>
        <FlowEditor
          ref={editor}
          workflow={workflow}
          host={demoHost}
          readOnly={readOnly}
          onChange={onChange}
          onProposalResolved={onProposalResolved}
        />
      </main>
    </div>
  );
}
