import { t } from "@lingui/core/macro";
import { ReactFlowProvider } from "@xyflow/react";
import { useMemo, useState } from "react";

import type { ActionTypeInfo, WorkflowText } from "../contract";
import { diffDocuments } from "../model/diff";
import { WorkflowDocument } from "../model/document";
import { placed } from "../model/place";
import type { EdgeOutcome, RunView } from "../model/simulation";
import { ZoomBar } from "../chrome/ZoomBar";
import classes from "./FlowCanvas.module.css";
import { Surface } from "./Surface";
import { Translation } from "./toReactFlow";
import { viewOf } from "./view";

export interface RunPath {
  /** The nodes entered, in order, as often as they were. */
  visited: readonly string[];
  /** The nodes in which branches wait now. */
  waiting?: readonly string[];
  /** The node that failed. */
  failed?: string;
  /** How edges came out; an edge that is not named was not asked. */
  edges: ReadonlyMap<string, EdgeOutcome>;
}

export interface FlowCanvasProps {
  workflow: WorkflowText;
  /** Lights up the way that a run took. */
  path?: RunPath | undefined;
  /** Marks what differs from an earlier document. */
  before?: WorkflowText | undefined;
  actionTypes?: readonly ActionTypeInfo[] | undefined;
  selectedNodeId?: string | undefined;
  onSelectNode?: ((nodeId: string | undefined) => void) | undefined;
  label?: string;
}

/** A workflow to look at: nothing in it can be changed. */
export function FlowCanvas(props: FlowCanvasProps) {
  const { workflow, before, path, actionTypes, selectedNodeId, onSelectNode, label = t`Workflow` } = props;
  const document = useMemo(() => tryParse(workflow), [workflow]);
  const highlights = useMemo(() => {
    const old = before === undefined ? undefined : tryParse(before);
    return old && document && diffDocuments(old, document);
  }, [before, document]);
  const [translation] = useState(() => new Translation());
  const view = useMemo(
    () =>
      document &&
      viewOf({
        document,
        highlights,
        actionTypes,
        run: path && runOf(path),
        selection: { nodeIds: new Set(selectedNodeId === undefined ? [] : [selectedNodeId]), edgeIds: new Set() },
      }),
    [document, highlights, actionTypes, path, selectedNodeId],
  );
  const nodes = useMemo(() => translation.nodesOf(view?.nodes ?? [], new Map(), true), [translation, view]);
  const edges = useMemo(() => translation.edgesOf(view?.edges ?? []), [translation, view]);
  if (!document) {
    return (
      <p className={classes.trouble}>{t`This workflow can’t be shown, because its text is no workflow document.`}</p>
    );
  }
  return (
    <ReactFlowProvider>
      <div className={classes.frame} role="group" aria-label={label}>
        <Surface
          nodes={nodes}
          edges={edges}
          nodesDraggable={false}
          nodesConnectable={false}
          onNodeClick={(_, node) => onSelectNode?.(node.id)}
          onPaneClick={() => onSelectNode?.(undefined)}
        />
        <ZoomBar />
      </div>
    </ReactFlowProvider>
  );
}

export default FlowCanvas;

function tryParse(text: WorkflowText): WorkflowDocument | undefined {
  try {
    return placed(WorkflowDocument.parse(text));
  } catch {
    return undefined;
  }
}

function runOf({ visited, waiting = [], failed, edges }: RunPath): RunView {
  const visits = new Map<string, number>();
  for (const id of visited) {
    visits.set(id, (visits.get(id) ?? 0) + 1);
  }
  return {
    visits,
    waiting: new Set(waiting),
    failed,
    edges: new Map([...edges].map(([id, outcome]) => [id, { outcome }])),
  };
}
