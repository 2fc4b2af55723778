// What the canvas shows, worked out from the state: free of React and of the canvas library.
import type { ActionTypeInfo } from "../contract";
import type { ElementChange, Fate } from "../model/diff";
import type { FlowEdge, FlowNode, Point, WorkflowDocument } from "../model/document";
import { graphOf } from "../model/graph";
import { type ElementProblems, problemsById } from "../model/problems";
import type { EdgeOutcome, RunView } from "../model/simulation";
import type { ValidationProblem } from "../contract";
import { stringOf } from "../model/json";
import type { Review } from "../store/review";

export interface NodeView {
  node: FlowNode;
  at: Point;
  /** What a proposal, or the change applied last, did to it. */
  fate: Fate | undefined;
  /** The fate is proposed, not applied. */
  isProposed: boolean;
  errors: number;
  warnings: number;
  isFork: boolean;
  isJoin: boolean;
  /** It calls an action type that does not exist. */
  isUnresolved: boolean;
  isSelected: boolean;
  /** How often a run entered it; undefined when no run is shown. */
  visits: number | undefined;
  isWaiting: boolean;
  isFailed: boolean;
}

export interface EdgeView {
  edge: FlowEdge;
  fate: Fate | undefined;
  isProposed: boolean;
  errors: number;
  warnings: number;
  isSelected: boolean;
  /** Several edges leave the source, so that the order of this one matters. */
  outcome: EdgeOutcome | "untouched" | undefined;
  /** It leads backwards on the canvas. */
  isBackward: boolean;
}

export interface Shown {
  document: WorkflowDocument;
  review?: Review | undefined;
  highlights?: { nodes: ReadonlyMap<string, ElementChange>; edges: ReadonlyMap<string, ElementChange> } | undefined;
  problems?: readonly ValidationProblem[] | undefined;
  run?: RunView | undefined;
  selection: { nodeIds: ReadonlySet<string>; edgeIds: ReadonlySet<string> };
  actionTypes?: readonly ActionTypeInfo[] | undefined;
}

const none: ElementProblems = { errors: 0, warnings: 0, problems: [] };
const unplaced: Point = { x: 0, y: 0 };

/** The nodes and edges to show; those that a proposal removes are among them. */
export function viewOf(shown: Shown): { nodes: NodeView[]; edges: EdgeView[] } {
  const review = shown.review && !shown.review.isStale ? shown.review : undefined;
  const document = review ? review.after : shown.document;
  const marks = review ? review.diff : shown.highlights;
  const graph = graphOf(document);
  const joins = graph.joins();
  const nodeProblems = problemsById(review ? [] : (shown.problems ?? []), "nodeId");
  const edgeProblems = problemsById(review ? [] : (shown.problems ?? []), "edgeId");
  const known = shown.actionTypes && new Set(shown.actionTypes.map((type) => type.name));
  const ghostsOf = <T extends { id: string }>(all: readonly T[], changes: ReadonlyMap<string, ElementChange>) =>
    review ? all.filter(({ id }) => changes.get(id)?.fate === "removed") : [];
  const nodes = [...graph.nodes, ...ghostsOf(shown.document.nodes, review?.diff.nodes ?? new Map())];
  const places = new Map(nodes.map((node) => [node.id, node.position ?? unplaced]));
  const edges = [...document.edges, ...ghostsOf(shown.document.edges, review?.diff.edges ?? new Map())];
  return {
    nodes: nodes.map((node) => {
      const { errors, warnings } = nodeProblems.get(node.id) ?? none;
      const called = node.type === "action" ? stringOf(node.config.get("actionType")) : undefined;
      return {
        node,
        at: node.position ?? unplaced,
        fate: marks?.nodes.get(node.id)?.fate,
        isProposed: review !== undefined,
        errors,
        warnings,
        isFork: graph.isFork(node.id),
        isJoin: joins.has(node.id),
        isUnresolved: known !== undefined && !!called && !known.has(called),
        isSelected: shown.selection.nodeIds.has(node.id),
        visits: shown.run && (shown.run.visits.get(node.id) ?? 0),
        isWaiting: shown.run?.waiting.has(node.id) ?? false,
        isFailed: shown.run?.failed === node.id,
      };
    }),
    edges: edges
      .filter((edge) => places.has(edge.source) && places.has(edge.target))
      .map((edge) => {
        const { errors, warnings } = edgeProblems.get(edge.id) ?? none;
        const [from, to] = [places.get(edge.source) ?? unplaced, places.get(edge.target) ?? unplaced];
        return {
          edge,
          fate: marks?.edges.get(edge.id)?.fate,
          isProposed: review !== undefined,
          errors,
          warnings,
          isSelected: shown.selection.edgeIds.has(edge.id),
          outcome: shown.run && (shown.run.edges.get(edge.id)?.outcome ?? "untouched"),
          isBackward: to.x < from.x + 40,
        };
      }),
  };
}
