import { t } from "@lingui/core/macro";

import type {
  EditorError,
  EditorResult,
  FlowEditorProps,
  Proposal,
  ProposalOutcome,
  ValidationProblem,
} from "../contract";
import { diffDocuments, type DocumentDiff } from "../model/diff";
import { WorkflowDocument } from "../model/document";
import { moveNodes } from "../model/edits";
import { History } from "../model/history";
import { JsonError } from "../model/jsonCheck";
import { placed } from "../model/place";
import type { ProblemBalance } from "../model/problems";
import { revisionOf } from "../model/revision";
import type { RunView } from "../model/simulation";
import { tidyPlaces } from "../model/tidy";
import { appliedWords, authorWord, proposedWords, type Review, reviewOf, summaryOf, tryProposal } from "./review";

export interface Selection {
  nodeIds: ReadonlySet<string>;
  edgeIds: ReadonlySet<string>;
}

export const nothing: Selection = { nodeIds: new Set(), edgeIds: new Set() };

export type PanelKind = "properties" | "simulation";

export interface FlowState {
  document: WorkflowDocument;
  history: History;
  readOnly: boolean;
  selection: Selection;
  /** Undefined until the host was asked. */
  problems: readonly ValidationProblem[] | undefined;
  review: Review | undefined;
  /** What was applied last, until it is touched. */
  highlights: DocumentDiff | undefined;
  run: RunView | undefined;
  panel: PanelKind | undefined;
  /** The node from which an edge is being led by the keyboard. */
  connectFrom: string | undefined;
  /** What screen readers are told. */
  announcement: string;
  /** Where the canvas should look, and at which field the panel; a new object each time. */
  revealed: { nodeIds: string[]; edgeIds: string[]; field?: string | undefined } | undefined;
}

type Callbacks = Pick<FlowEditorProps, "onChange" | "onProposalResolved" | "onSelectionChange">;

export interface CommitOptions {
  mergeKey?: string;
  turnId?: string;
  select?: { nodeIds?: Iterable<string>; edgeIds?: Iterable<string> };
}

const remembered = 200;

/** The state of one editor, and everything that can happen to it. It knows nothing of React. */
export class FlowStore {
  private current: FlowState;
  private readonly listeners = new Set<() => void>();
  private callbacks: Callbacks = { onChange: () => undefined, onProposalResolved: () => undefined };
  private highlightApplied = true;
  private layoutMode: "place" | "tidy" = "place";
  /** What the host gave last, and what it was told since: texts that come back are no news. */
  private hostText: string;
  private told: string[] = [];

  constructor(
    text: string,
    private readonly now: () => number = Date.now,
  ) {
    this.hostText = text;
    this.current = {
      document: placed(WorkflowDocument.parse(text)),
      history: History.empty,
      readOnly: false,
      selection: nothing,
      problems: undefined,
      review: undefined,
      highlights: undefined,
      run: undefined,
      panel: undefined,
      connectFrom: undefined,
      announcement: "",
      revealed: undefined,
    };
  }

  readonly getState = (): FlowState => this.current;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  set(change: Partial<FlowState>): void {
    this.current = { ...this.current, ...change };
    for (const listener of this.listeners) {
      listener();
    }
  }

  configure(options: Callbacks & { readOnly: boolean; highlightApplied: boolean; layout: "place" | "tidy" }): void {
    this.callbacks = options;
    this.highlightApplied = options.highlightApplied;
    this.layoutMode = options.layout;
    if (options.readOnly !== this.current.readOnly) {
      this.set({ readOnly: options.readOnly, connectFrom: undefined });
    }
  }

  /** Takes what the host holds. A text that the host was told of before changes nothing; another one starts afresh. */
  receive(text: string): void {
    if (text === this.hostText) {
      return;
    }
    this.hostText = text;
    if (text === this.current.document.text || this.told.includes(text)) {
      return;
    }
    const document = placed(WorkflowDocument.parse(text));
    this.told = [];
    const stale = this.staleReview();
    const { review } = this.current;
    this.set({ document, history: History.empty, highlights: undefined, run: undefined, review });
    this.select(this.current.selection);
    if (stale !== undefined) {
      this.callbacks.onProposalResolved(stale, "stale");
    }
  }

  get isDirty(): boolean {
    return this.current.document.text !== this.hostText;
  }

  snapshot(): { workflow: string; contentRevision: string; dirty: boolean } {
    const { document } = this.current;
    return { workflow: document.text, contentRevision: revisionOf(document), dirty: this.isDirty };
  }

  /** Makes an edit: one step that can be undone, told to the host. */
  commit(document: WorkflowDocument, origin: string, options: CommitOptions = {}): void {
    const before = this.current.document;
    if (this.current.readOnly || document === before) {
      return;
    }
    const layoutOnly = revisionOf(document) === revisionOf(before);
    const history = this.current.history.done({
      before,
      after: document,
      origin,
      layoutOnly,
      turnId: options.turnId,
      mergeKey: options.mergeKey,
      at: this.now(),
    });
    this.show(document, history, history.undoable?.origin ?? origin, layoutOnly, options.turnId);
    if (options.select) {
      this.select({
        nodeIds: new Set(options.select.nodeIds ?? []),
        edgeIds: new Set(options.select.edgeIds ?? []),
      });
    }
  }

  private show(document: WorkflowDocument, history: History, origin: string, layoutOnly: boolean, turnId?: string) {
    const before = this.current.document;
    const highlights = layoutOnly ? this.current.highlights : this.untouched(before, document);
    const { nodeIds, edgeIds } = this.current.selection;
    this.set({ document, history, highlights, run: layoutOnly ? this.current.run : undefined });
    let stale: string | undefined;
    if (layoutOnly) {
      this.rebaseReview();
    } else {
      stale = this.staleReview();
    }
    this.select({ nodeIds, edgeIds });
    this.told = [...this.told, document.text].slice(-remembered);
    this.callbacks.onChange(document.text, {
      contentRevision: revisionOf(document),
      origin,
      layoutOnly,
      ...(turnId === undefined ? {} : { turnId }),
    });
    // The host saves the edit first, so that the proposal is compared with it.
    if (stale !== undefined) {
      this.callbacks.onProposalResolved(stale, "stale");
    }
  }

  /** The highlights of the elements that an edit left alone. */
  private untouched(before: WorkflowDocument, after: WorkflowDocument): DocumentDiff | undefined {
    const { highlights } = this.current;
    if (!highlights) {
      return undefined;
    }
    const touched = diffDocuments(before, after);
    const rest = (all: DocumentDiff["nodes"], gone: DocumentDiff["nodes"]) =>
      new Map([...all].filter(([id]) => !gone.has(id)));
    const left = {
      ...highlights,
      nodes: rest(highlights.nodes, touched.nodes),
      edges: rest(highlights.edges, touched.edges),
    };
    return left.nodes.size + left.edges.size > 0 ? left : undefined;
  }

  undo(): void {
    const { history, readOnly } = this.current;
    const step = history.undoable;
    if (step && !readOnly) {
      this.show(step.before, history.undone(), t`Undo: ${step.origin}`, step.layoutOnly);
      this.announce(t`Undone: ${step.origin}`);
    }
  }

  redo(): void {
    const { history, readOnly } = this.current;
    const step = history.redoable;
    if (step && !readOnly) {
      this.show(step.after, history.redone(), t`Redo: ${step.origin}`, step.layoutOnly);
      this.announce(t`Redone: ${step.origin}`);
    }
  }

  /** Selects what exists of a selection. While a proposal is shown, what it adds and removes exists too. */
  select(selection: Selection): void {
    const { document, review, selection: old } = this.current;
    const shown = review && !review.isStale ? [document, review.after] : [document];
    const nodeIds = [...selection.nodeIds].filter((id) => shown.some((of) => of.node(id)));
    const edgeIds = [...selection.edgeIds].filter((id) => shown.some((of) => of.edge(id)));
    const isSame = (a: ReadonlySet<string>, b: string[]) => a.size === b.length && b.every((id) => a.has(id));
    if (!isSame(old.nodeIds, nodeIds) || !isSame(old.edgeIds, edgeIds)) {
      this.set({ selection: { nodeIds: new Set(nodeIds), edgeIds: new Set(edgeIds) } });
      this.callbacks.onSelectionChange?.({ nodeIds, edgeIds });
    }
  }

  /** Shows a place: selects it, and asks the canvas to bring it into view. */
  reveal(place: { nodeId?: string | undefined; edgeId?: string | undefined; field?: string | undefined }): void {
    const nodeIds = place.nodeId === undefined ? [] : [place.nodeId];
    const edgeIds = place.edgeId === undefined ? [] : [place.edgeId];
    this.select({ nodeIds: new Set(nodeIds), edgeIds: new Set(edgeIds) });
    this.set({ revealed: { nodeIds, edgeIds, field: place.field }, panel: "properties" });
  }

  announce(announcement: string): void {
    this.set({ announcement });
  }

  async tidy(origin = t`Tidied`): Promise<void> {
    const { document } = this.current;
    const places = await tidyPlaces(document);
    if (this.current.document === document) {
      this.commit(moveNodes(document, places), origin);
      this.set({ revealed: { nodeIds: document.nodes.map((node) => node.id), edgeIds: [] } });
    }
  }

  propose(proposal: Proposal): EditorResult {
    this.withdraw();
    const tried = this.current.readOnly ? readOnlyError : tryProposal(this.current.document, proposal);
    if (!tried.ok) {
      this.resolve(proposal.id, tried.error);
      return tried;
    }
    const review = reviewOf(proposal, this.current.document, tried.value);
    this.set({ review, highlights: undefined, run: undefined });
    this.lookAt(review.diff);
    this.announce(proposedWords(review));
    return this.done();
  }

  apply(proposal: Proposal): EditorResult {
    const tried = this.current.readOnly ? readOnlyError : tryProposal(this.current.document, proposal);
    if (!tried.ok) {
      this.resolve(proposal.id, tried.error);
      return tried;
    }
    this.withdraw();
    this.applyReview(reviewOf(proposal, this.current.document, tried.value));
    this.callbacks.onProposalResolved(proposal.id, "applied");
    return this.done();
  }

  private applyReview(review: Review): void {
    const { set, proposal, after, diff } = review;
    this.commit(after, `${authorWord(set.author)}: ${summaryOf(review)}`, { turnId: proposal.id });
    this.set({ highlights: this.highlightApplied ? diff : undefined });
    this.announce(appliedWords(review));
    if (this.layoutMode === "tidy") {
      void this.tidy(t`Tidied after a change`);
    } else {
      this.lookAt(diff);
    }
  }

  /** Brings what changed into view without selecting it. */
  private lookAt(diff: DocumentDiff): void {
    const nodeIds = [...diff.nodes.keys()];
    if (nodeIds.length > 0) {
      this.set({ revealed: { nodeIds, edgeIds: [] } });
    }
  }

  /** Takes over what is shown for review. */
  accept(): void {
    const { review } = this.current;
    if (review && !review.isStale) {
      this.set({ review: undefined });
      this.applyReview(review);
      this.callbacks.onProposalResolved(review.proposal.id, "accepted");
    }
  }

  reject(): void {
    const { review } = this.current;
    if (review && !review.isStale) {
      this.withdraw();
      this.announce(t`The proposal was rejected; the workflow is as it was.`);
      this.callbacks.onProposalResolved(review.proposal.id, "rejected");
    }
  }

  /** Takes what is shown for review away without an outcome. */
  withdraw(): void {
    if (this.current.review) {
      this.set({ review: undefined });
      this.select(this.current.selection);
    }
  }

  balance(review: Review, balance: ProblemBalance | null): void {
    if (this.current.review?.proposal === review.proposal) {
      this.set({ review: { ...this.current.review, balance } });
    }
  }

  /** Shows the proposal against the new layout; what it introduces and fixes is the same. */
  private rebaseReview(): void {
    const { review, document } = this.current;
    const tried = review && !review.isStale ? tryProposal(document, review.proposal) : undefined;
    if (review && tried?.ok) {
      const { balance } = review;
      const rebased = reviewOf(review.proposal, document, tried.value);
      this.set({ review: balance === undefined ? rebased : { ...rebased, balance } });
    }
  }

  /** Marks what is shown for review as stale; answers the id that the host has to be told, if it became so now. */
  private staleReview(): string | undefined {
    const { review } = this.current;
    if (!review || review.isStale) {
      return undefined;
    }
    this.set({ review: { ...review, isStale: true } });
    return review.proposal.id;
  }

  private resolve(id: string, error: EditorError): void {
    const outcome: ProposalOutcome = error.code === "stale" ? "stale" : "failed";
    this.callbacks.onProposalResolved(id, outcome);
  }

  replace(text: string, origin = t`Replaced the workflow`): EditorResult {
    if (this.current.readOnly) {
      return readOnlyError;
    }
    try {
      this.commit(placed(WorkflowDocument.parse(text)), origin);
      return this.done();
    } catch (error) {
      if (error instanceof JsonError) {
        return { ok: false, error: { code: "malformed", message: error.message } };
      }
      throw error;
    }
  }

  private done(): EditorResult {
    return { ok: true, contentRevision: revisionOf(this.current.document) };
  }
}

const readOnlyError = {
  ok: false as const,
  error: { code: "read-only" as const, message: t`The workflow can't be changed here now.` },
};
