import { t } from "@lingui/core/macro";
import type { QueryClient } from "@tanstack/react-query";

import { isRefusal, messageOf } from "../api/problem";
import type { EditorError, FlowEditorHandle, ProposalOutcome } from "../flow-editor/contract";
import { changeLease, resolveChangeSet, saveDraft } from "./calls";
import { Drafts } from "./drafts";
import type { Unsaved } from "./ownWindow/protocol";
import { compositionQuery, draftsQuery } from "./queries";
import { initialLoop, nextLoop, type LoopEvent, type LoopState, type LoopStep } from "./turnLoop";
import type { Draft, LoadedComposition } from "./types";

const renewEvery = 30_000;
const triesOfASet = 3;

/** What the workbench tells people about the workflow editor. */
export interface Trouble {
  message: string;
  /** The editor could not apply a set: showing the server's workflow anew may help. */
  reload: boolean;
}

export interface ControllerState {
  loop: LoopState;
  trouble: Trouble | undefined;
  /** For screen readers: what the AI did last. */
  announcement: string;
}

const troubleWords = ({ code, message }: EditorError): string =>
  code === "stale"
    ? t`The AI's changes are for another state of the workflow than the one here, so they were not applied. They still wait.`
    : t`The AI's changes could not be applied, and still wait: ${message}`;

/** The window that the editor is in, where it is not this one. */
export interface Partner {
  leaseId: string | undefined;
  save: () => Promise<{ ok: boolean; workflowRevision: string | undefined }>;
}

/** One window's work on a composition: its drafts, its lease, and its part of the turn loop. */
export class Controller {
  readonly drafts: Drafts;
  private state: ControllerState;
  private readonly listeners = new Set<() => void>();
  private editor: FlowEditorHandle | undefined;
  private workflowId: string | undefined;
  /** The turn whose set is being applied: the edit that the editor tells of is the turn's. */
  private applying: string | undefined;
  /** The editor was told something and answers; what it calls back meanwhile is said twice. */
  private telling = false;
  private readonly tries = new Map<string, number>();
  private leaseCalls: Promise<void> = Promise.resolve();
  private renewal: ReturnType<typeof setInterval> | undefined;
  private partner: Partner | undefined;
  private partnerRevision: string | undefined;

  constructor(
    readonly compositionId: string,
    private readonly windowId: string,
    private readonly client: QueryClient,
  ) {
    this.state = { loop: initialLoop(windowId), trouble: undefined, announcement: "" };
    this.drafts = new Drafts(
      (draft, edit, base) =>
        saveDraft(draft, edit, base, draft.type === "workflow" ? this.leaseId : undefined).catch((error: unknown) => {
          if (isRefusal(error, "stale")) {
            void this.reloadDrafts();
          } else if (isRefusal(error, "lease-lost", "lease-held")) {
            this.lease("take");
          }
          throw error;
        }),
      (saved) => {
        this.client.setQueryData(draftsQuery(compositionId).queryKey, (drafts: Draft[] | undefined) =>
          drafts?.map((draft) => (draft.id === saved.id ? saved : draft)),
        );
      },
    );
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  getState = (): ControllerState => this.state;

  /** The lease that changes of the workflow are made under: this window's, or that of the editor's own window. */
  get leaseId(): string | undefined {
    const { lease } = this.state.loop;
    return lease.phase === "held" ? lease.leaseId : this.partner?.leaseId;
  }

  get editsOrAsks(): boolean {
    const { phase } = this.state.loop.lease;
    return phase === "held" || phase === "asking";
  }

  /** The revision of the workflow that is saved, as the window with the editor knows it. */
  get workflowRevision(): string | undefined {
    if (this.partner) {
      return this.partnerRevision;
    }
    return this.workflowId === undefined ? undefined : this.drafts.get(this.workflowId)?.base.contentRevision;
  }

  setPartner(partner: Partner | undefined): void {
    this.partner = partner;
  }

  /** Saves what waits, here or in the window that the editor is in; answers whether all of it is saved. */
  async save(itemId?: string): Promise<boolean> {
    if (!this.partner) {
      return this.drafts.flush(itemId);
    }
    const { ok, workflowRevision } = await this.partner.save();
    this.partnerRevision = workflowRevision;
    return ok;
  }

  /** Saves, and leaves the lease to another window; answers what could not be saved. */
  async handOver(): Promise<Unsaved[]> {
    await this.drafts.flush();
    this.dispatch({ type: "hand-over" });
    await this.leaseCalls;
    const unsaved = this.drafts.unsaved();
    for (const { itemId } of unsaved) {
      this.drafts.reload(itemId);
    }
    return unsaved;
  }

  /** Takes the editor from another window, with what that could not save. */
  takeIn(unsaved: readonly Unsaved[]): void {
    this.takeOver();
    for (const { itemId, edit, base } of unsaved) {
      this.drafts.inherit(itemId, edit, base);
    }
    this.refresh();
  }

  start(): void {
    this.renewal = setInterval(() => {
      this.renew();
    }, renewEvery);
    addEventListener("pagehide", this.leave);
    addEventListener("pageshow", this.back);
  }

  stop(): void {
    clearInterval(this.renewal);
    removeEventListener("pagehide", this.leave);
    removeEventListener("pageshow", this.back);
    this.leave();
  }

  private readonly leave = (): void => {
    // A lease that is given back first would let the save down.
    if (this.drafts.allSaved) {
      this.dispatch({ type: "close" });
    } else {
      void this.drafts.flush().then(() => {
        this.dispatch({ type: "close" });
      });
    }
  };

  private readonly back = (event: PageTransitionEvent): void => {
    if (event.persisted) {
      this.dispatch({ type: "open" });
    }
  };

  takeOver(): void {
    this.dispatch({ type: "take-over" });
  }

  /** Takes in what the server has: the drafts. */
  receive(drafts: Draft[]): void {
    this.workflowId = drafts.find((draft) => draft.type === "workflow")?.id;
    this.drafts.receive(drafts);
  }

  /** The editor that is open, and whether it takes changes. */
  setEditor(editor: FlowEditorHandle | undefined, ready: boolean): void {
    this.editor = editor;
    if (this.state.loop.editorReady !== ready) {
      this.dispatch({ type: "editor", ready });
    }
  }

  getEditor(): FlowEditorHandle | undefined {
    return this.editor;
  }

  /** An edit of the workflow by the editor. */
  workflowChanged(text: string, origin: string, turnId: string | undefined): void {
    if (this.workflowId === undefined) {
      return;
    }
    const turn = this.applying ?? turnId;
    this.drafts.edit(this.workflowId, { text, origin, ...(turn === undefined ? {} : { turnId: turn }) });
  }

  /** What a person decided about a proposal. */
  async proposalResolved(turnId: string, outcome: ProposalOutcome): Promise<void> {
    if (!this.telling) {
      await this.resolve(turnId, outcome);
    }
  }

  /** Shows the server's workflow anew, and gives the editor the set that waits once more. */
  reloadWorkflow(): void {
    if (this.workflowId === undefined) {
      return;
    }
    this.drafts.reload(this.workflowId);
    const text = this.drafts.get(this.workflowId)?.text;
    if (text !== undefined) {
      this.editor?.replace(text, t`Reloaded from the server`);
    }
    this.dismissTrouble();
    this.tries.clear();
    this.dispatch({ type: "try-again" });
  }

  dismissTrouble(): void {
    this.set({ trouble: undefined });
  }

  announce(announcement: string): void {
    this.set({ announcement });
  }

  /** Everything may have changed: load it afresh. What is not saved stays. */
  refresh(): void {
    void this.client.invalidateQueries({ queryKey: ["composition", this.compositionId] });
    void this.load();
    this.renew();
    this.drafts.retry();
  }

  dispatch(event: LoopEvent): void {
    const before = this.state.loop;
    const [loop, steps] = nextLoop(before, event);
    if (loop !== before) {
      this.set({ loop });
    }
    // Also when it was held before: a save under an older lease may have been refused only now.
    if (event.type === "lease-granted" && loop.lease.phase === "held") {
      this.drafts.retry();
    }
    if (before.turn === "ai-working" && loop.turn !== "ai-working") {
      this.drafts.retry();
    }
    for (const step of steps) {
      this.take(step);
    }
  }

  private set(change: Partial<ControllerState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) {
      listener();
    }
  }

  private take(step: LoopStep): void {
    switch (step.do) {
      case "lease":
        this.lease(step.action);
        return;
      case "load":
        void this.load();
        return;
      case "withdraw":
        this.editor?.withdraw();
        return;
      case "apply":
        void this.apply(step.turnId, step.changeSet);
        return;
      case "propose":
        void this.propose(step.turnId, step.changeSet);
    }
  }

  private lease(action: "take" | "take-over" | "release" | "renew"): void {
    this.leaseCalls = this.leaseCalls.then(async () => {
      try {
        const lease = await changeLease(this.compositionId, this.windowId, action);
        if (lease.leaseId !== undefined && action !== "release") {
          this.dispatch({ type: "lease-granted", leaseId: lease.leaseId });
        }
      } catch (error) {
        this.leaseRefused(action, error);
      }
    });
  }

  private leaseRefused(action: string, error: unknown): void {
    if (action === "renew" && isRefusal(error, "lease-lost")) {
      this.lease("take");
    } else if (action !== "release" && isRefusal(error, "lease-held", "lease-lost")) {
      this.dispatch({ type: "lease-refused" });
      void this.load();
    }
    // An unreachable server is asked again by the next renewal, and when the connection is back.
  }

  private renew(): void {
    const { phase } = this.state.loop.lease;
    if (phase === "held") {
      this.lease("renew");
    } else if (phase !== "none") {
      this.lease("take");
    }
  }

  private async load(): Promise<void> {
    const { queryKey } = compositionQuery(this.compositionId);
    await this.client.invalidateQueries({ queryKey, exact: true });
    const composition = this.client.getQueryData<LoadedComposition>(queryKey);
    if (composition) {
      const holder = composition.lease?.holder;
      if (this.state.loop.lease.phase === "other" && holder) {
        this.dispatch({ type: "lease-refused", holder });
      }
      this.dispatch({ type: "loaded", composition });
    }
  }

  private reloadDrafts(): Promise<void> {
    return this.client.invalidateQueries({ queryKey: draftsQuery(this.compositionId).queryKey });
  }

  private async apply(turnId: string, changeSet: string): Promise<void> {
    await this.drafts.flush(this.workflowId);
    if (!this.editor) {
      return; // it was closed meanwhile, and gets the set when it opens
    }
    this.applying = turnId;
    this.telling = true;
    const result = this.editor.apply({ id: turnId, changeSet });
    this.telling = false;
    this.applying = undefined;
    if (result.ok) {
      this.dismissTrouble();
      this.announce(t`The AI's changes were applied to the workflow. Undo takes them back.`);
      await this.resolve(turnId, "applied");
      return;
    }
    await this.refused(turnId, result.error, "failed");
  }

  private async propose(turnId: string, changeSet: string): Promise<void> {
    await this.drafts.flush(this.workflowId);
    this.telling = true;
    const result = this.editor?.propose({ id: turnId, changeSet });
    this.telling = false;
    if (result?.ok) {
      this.dismissTrouble();
      this.announce(t`The AI proposes changes of the workflow. Accept or reject them below the canvas.`);
    } else if (result) {
      await this.refused(turnId, result.error, undefined);
    }
  }

  /** The editor did not take a set: the server carries it over, or the person is told. */
  private async refused(turnId: string, error: EditorError, otherwise: ProposalOutcome | undefined): Promise<void> {
    const tries = (this.tries.get(turnId) ?? 0) + 1;
    this.tries.set(turnId, tries);
    const stale = error.code === "stale" && tries <= triesOfASet;
    if (!stale) {
      this.set({ trouble: { message: troubleWords(error), reload: true } });
    }
    const outcome = stale ? "stale" : otherwise;
    if (outcome) {
      await this.resolve(turnId, outcome);
    }
  }

  private async resolve(turnId: string, outcome: ProposalOutcome): Promise<void> {
    // The save with the turn id comes first: it is what makes the change the turn's.
    const saved = await this.drafts.flush(this.workflowId);
    if (!saved && (outcome === "applied" || outcome === "accepted")) {
      return; // the draft says why, and the set goes on waiting
    }
    const leaseId = this.leaseId;
    try {
      await resolveChangeSet(this.compositionId, { turnId, outcome, ...(leaseId ? { leaseId } : {}) });
    } catch (error) {
      if (!isRefusal(error, "not-pending", "not-saved", "lease-lost")) {
        this.set({ trouble: { message: messageOf(error), reload: false } });
      }
    }
    this.dispatch({ type: "resolved", turnId });
  }
}
