// What a host gives the flow editor and gets from it. The editor knows nothing of servers, compositions or chats.
import type { Schemas } from "../api/client";

/** A workflow document as JSON text. It stays text between host and editor, so that no number or key order is lost. */
export type WorkflowText = string;

export type ValidationProblem = Schemas["ValidationProblem"];

/** What became of a proposal. */
export type ProposalOutcome = "applied" | "accepted" | "rejected" | "stale" | "failed";

/** A change set to show or apply: its JSON text, and an id that the outcome is told under (a turn's). */
export interface Proposal {
  id: string;
  changeSet: string;
}

/** Why a call of the handle did nothing. */
export interface EditorError {
  code: "stale" | "malformed" | "target-missing" | "duplicate-id" | "edge-endpoint-missing" | "read-only" | "not-ready";
  message: string;
}

export type EditorResult = { ok: true; contentRevision: string } | { ok: false; error: EditorError };

/** What the host can tell the editor to do. None of it throws. */
export interface FlowEditorHandle {
  /** Shows a proposal for review. A newer one takes the place of an older one. */
  propose(proposal: Proposal): EditorResult;
  /** Applies a proposal at once, as one undoable step; new nodes are placed near their neighbours. */
  apply(proposal: Proposal): EditorResult;
  /** Takes the shown proposal away without an outcome. */
  withdraw(): void;
  /** Puts another document in the place of the present one, as one undoable step. */
  replace(workflow: WorkflowText, origin?: string): EditorResult;
  clearHighlights(): void;
  getSnapshot(): { workflow: WorkflowText; contentRevision: string; dirty: boolean };
  /** Shows and selects a node, an edge, or a field of one. */
  reveal(place: { nodeId?: string; edgeId?: string; field?: string }): void;
}

/** An action type that action nodes may call. */
export interface ActionTypeInfo {
  name: string;
  label: string;
  description: string;
  inputs: FieldInfo[];
  outputs: FieldInfo[];
  /** It is a draft of this composition, not published as it is. */
  draft: boolean;
}

export interface FieldInfo {
  name: string;
  type: string;
  label?: string;
  required?: boolean;
}

/** Where a context menu was opened. */
export interface EditorContext {
  kind: "canvas" | "node" | "edge" | "selection" | "problem";
  nodeIds: string[];
  edgeIds: string[];
  problem?: ValidationProblem;
}

export interface ContextAction {
  id: string;
  label: string;
  disabled?: boolean;
  run: () => void;
}

/** Something real that expressions can be tried on. */
export interface TrialValue {
  id: string;
  /** How it is told from others: when it was, whom it is about. */
  label: string;
  value: Record<string, unknown>;
}

/** What the host does for the editor. */
export interface FlowEditorHost {
  actionTypes: ActionTypeInfo[];
  /** Opens an action type, or makes a blank draft of that name where there is none. */
  openActionType(choice: { value: string; resolved: boolean }): void;
  contextActions(context: EditorContext): ContextAction[];
  /** Asks the server what is wrong with a document. */
  validate(workflow: WorkflowText, signal: AbortSignal): Promise<ValidationProblem[]>;
  /** Plays a document on the server's engine. */
  simulate(question: Schemas["Simulation"], signal: AbortSignal): Promise<Schemas["SimulationResult"]>;
  /** What an expression comes out as. */
  evaluate(question: Schemas["Evaluation"], signal: AbortSignal): Promise<Schemas["EvaluationResult"]>;
  /** What an expression at a node, or at an edge that leaves it, may name. */
  variables(question: Schemas["VariablesQuestion"], signal: AbortSignal): Promise<Schemas["VariableList"]>;
  /** The newest events of a type, or of any type for an empty one; left out where there are none to be had. */
  events?(type: string, signal: AbortSignal): Promise<TrialValue[]>;
  /** The contexts of the newest runs of this workflow; left out where there are none to be had. */
  contexts?(signal: AbortSignal): Promise<TrialValue[]>;
}

export interface FlowEditorProps {
  /**
   * What the host holds. A text that the editor told of by `onChange` changes nothing when it comes back; another one
   * takes the place of everything, history included.
   */
  workflow: WorkflowText;
  /** Keep it the same object while nothing in it changes, since a new one is asked everything afresh. */
  host: FlowEditorHost;
  /** Called after each edit, also of the layout; origin is the label of the step that can be undone. */
  onChange: (
    workflow: WorkflowText,
    change: { contentRevision: string; origin: string; layoutOnly: boolean; turnId?: string },
  ) => void;
  /**
   * Called once for what became of each proposal that was given to `propose` or `apply`, after `onChange` where it was
   * taken over; also when the call itself was refused: `stale`, else `failed`. A withdrawn one has no outcome.
   */
  onProposalResolved: (id: string, outcome: ProposalOutcome) => void;
  onSelectionChange?: (selection: { nodeIds: string[]; edgeIds: string[] }) => void;
  onProblems?: (problems: ValidationProblem[]) => void;
  /** Show what was applied last, until it is touched (true). */
  highlightApplied?: boolean;
  readOnly?: boolean;
}
