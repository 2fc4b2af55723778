import { getViewportForBounds, ReactFlowProvider, type Viewport } from "@xyflow/react";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";

import { Surface } from "../canvas/Surface";
import { Translation } from "../canvas/toReactFlow";
import { viewOf } from "../canvas/view";
import { ZoomBar } from "../chrome/ZoomBar";
import type { ActionTypeInfo } from "../contract";
import { type Bounds, boundsOf } from "../model/bounds";
import type { ChangeRow } from "../model/changeRows";
import type { DocumentDiff, Fate } from "../model/diff";
import type { WorkflowDocument } from "../model/document";
import { nodeHeight, nodeWidth } from "../model/place";
import classes from "./FlowDiff.module.css";

interface Props {
  before: WorkflowDocument;
  after: WorkflowDocument;
  diff: DocumentDiff;
  labels: [string, string];
  actionTypes: readonly ActionTypeInfo[] | undefined;
  selected: ChangeRow | undefined;
  /** What is to be brought into view; a new object each time. */
  looked: ChangeRow | undefined;
  onSelect: (kind: "node" | "edge", id: string) => void;
}

const atOrigin: Viewport = { x: 0, y: 0, zoom: 1 };

/** Both canvases: what one shows of the plane, the other shows too. */
export function Sides({ before, after, diff, labels, actionTypes, selected, looked, onSelect }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [viewport, setViewport] = useState(atOrigin);
  const fit = (bounds: Bounds | undefined, most: number) => {
    const side = place.current?.querySelector("figure > div");
    if (bounds && side) {
      setViewport(getViewportForBounds(bounds, side.clientWidth, side.clientHeight, 0.2, most, 0.1));
    }
  };
  const all = useMemo(() => boundsOf(before, after), [before, after]);
  useLayoutEffect(() => {
    fit(all, 1);
  }, [all]);
  useEffect(() => {
    if (looked?.id !== undefined) {
      fit(around(looked.kind, looked.id, [after, before]), 0.9);
    }
  }, [looked, after, before]);
  const shared = { diff, actionTypes, selected, onSelect, viewport, setViewport };
  return (
    <div className={classes.sides} ref={place}>
      <Side {...shared} document={before} label={labels[0]} fates={beforeFates} />
      <Side {...shared} document={after} label={labels[1]} fates={afterFates} withZoom />
    </div>
  );
}

const beforeFates: readonly Fate[] = ["changed", "removed"];
const afterFates: readonly Fate[] = ["changed", "added"];

/** What encloses an element and some of what is around it. */
function around(kind: string, id: string, documents: readonly WorkflowDocument[]): Bounds | undefined {
  for (const document of documents) {
    const edge = kind === "edge" ? document.edge(id) : undefined;
    const ids = edge ? [edge.source, edge.target] : [id];
    const places = ids.flatMap((one) => document.node(one)?.position ?? []);
    if (places.length === ids.length) {
      const [x, y] = [Math.min(...places.map((at) => at.x)), Math.min(...places.map((at) => at.y))];
      const right = Math.max(...places.map((at) => at.x)) + nodeWidth;
      const bottom = Math.max(...places.map((at) => at.y)) + nodeHeight;
      const margin = nodeWidth;
      return { x: x - margin, y: y - margin / 2, width: right - x + 2 * margin, height: bottom - y + margin };
    }
  }
  return undefined;
}

interface SideProps extends Pick<Props, "diff" | "actionTypes" | "selected" | "onSelect"> {
  document: WorkflowDocument;
  label: string;
  fates: readonly Fate[];
  viewport: Viewport;
  setViewport: (viewport: Viewport) => void;
  withZoom?: boolean;
}

function Side(props: SideProps) {
  const { document, diff, label, fates, actionTypes, selected, onSelect, viewport, setViewport, withZoom } = props;
  const [translation] = useState(() => new Translation());
  const view = useMemo(() => {
    const of = (changes: DocumentDiff["nodes"]) => new Map([...changes].filter(([, { fate }]) => fates.includes(fate)));
    const ids = (kind: string) => new Set(selected?.kind === kind && selected.id !== undefined ? [selected.id] : []);
    return viewOf({
      document,
      highlights: { nodes: of(diff.nodes), edges: of(diff.edges) },
      actionTypes,
      selection: { nodeIds: ids("node"), edgeIds: ids("edge") },
    });
  }, [document, diff, fates, actionTypes, selected]);
  const nodes = useMemo(() => translation.nodesOf(view.nodes, new Map(), true), [translation, view]);
  const edges = useMemo(() => translation.edgesOf(view.edges), [translation, view]);
  return (
    <figure className={classes.side}>
      <figcaption>{label}</figcaption>
      <div>
        <ReactFlowProvider>
          <Surface
            nodes={nodes}
            edges={edges}
            fitView={false}
            viewport={viewport}
            onViewportChange={setViewport}
            nodesDraggable={false}
            nodesConnectable={false}
            onNodeClick={(_, node) => {
              onSelect("node", node.id);
            }}
            onEdgeClick={(_, edge) => {
              onSelect("edge", edge.id);
            }}
          />
          {withZoom && <ZoomBar />}
        </ReactFlowProvider>
      </div>
    </figure>
  );
}
