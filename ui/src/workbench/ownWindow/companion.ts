import type { Place, Selection } from "../context";
import type { Controller } from "../controller";
import type { SaveState } from "../saver";
import { nextEditor, type EditorEvent, type EditorState, type EditorStep } from "./editorWindow";
import { isAway, nextFirst, type FirstEvent, type FirstState, type FirstStep } from "./firstWindow";
import { noteOwnWindow, notedOwnWindow, openChannel, type Channel, type Message, type Unsaved } from "./protocol";

const tickEvery = 1000;
const answerWithin = 4000;

/** What the page shows of the other window. */
export interface CompanionState {
  first: FirstState;
  editor: EditorState;
  /** How far the other window is with saving. */
  saving: SaveState;
}

/** What the page does when the other window asks for it. */
export interface Wishes {
  show: (place: Place) => void;
  shown: (activeId: string) => void;
  test: (itemId: string) => void;
  select: (selection: Selection) => void;
  ask: (text: string) => void;
}

type Answer = Extract<Message, { say: "saved" }>;

/** Keeps two windows on a composition in step: the first with drafts and conversation, and the editor's own. */
export class Companion {
  private state: CompanionState = { first: { phase: "here" }, editor: { phase: "asking", quiet: 0 }, saving: "saved" };
  private readonly listeners = new Set<() => void>();
  private channel: Channel | undefined;
  private ticking: ReturnType<typeof setInterval> | undefined;
  private readonly answers = new Map<string, (answer: Answer | undefined) => void>();
  private inherited: Unsaved[] = [];
  private popup: Window | null = null;
  private activeId = "";
  private unwatch: (() => void) | undefined;
  private told = "";
  private wishes: Wishes | undefined;

  constructor(
    readonly compositionId: string,
    readonly windowId: string,
    /** This is the editor's own window. */
    readonly own: boolean,
    private readonly controller: Controller,
  ) {}

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  getState = (): CompanionState => this.state;

  /** The editor is in the other window. */
  get away(): boolean {
    return !this.own && isAway(this.state.first);
  }

  /** Does what the other window asks for, until the answer is called. */
  listen(wishes: Wishes): () => void {
    this.wishes = wishes;
    return () => {
      this.wishes = undefined;
    };
  }

  start(): void {
    this.channel = openChannel(this.compositionId, this.hear);
    this.ticking = setInterval(() => {
      this.dispatch({ type: "tick" });
    }, tickEvery);
    addEventListener("pagehide", this.leave);
    if (this.own) {
      noteOwnWindow(localStorage, this.compositionId, this.windowId);
      this.unwatch = this.controller.subscribe(this.tell);
      const unwatchDrafts = this.controller.drafts.subscribe(this.tell);
      const unwatch = this.unwatch;
      this.unwatch = () => {
        unwatch();
        unwatchDrafts();
      };
      this.editorEvent({ type: "started" });
    } else {
      this.firstEvent({ type: "started", noted: notedOwnWindow(localStorage, this.compositionId) !== undefined });
    }
  }

  stop(): void {
    this.leave();
    clearInterval(this.ticking);
    removeEventListener("pagehide", this.leave);
    this.unwatch?.();
    this.channel?.close();
    this.channel = undefined;
  }

  /** Opens the editor in a window of its own; false where the browser does not let it. */
  openWindow(): boolean {
    const url = `/workbench/${this.compositionId}?chrome=none`;
    this.popup = window.open(url, `heddle-editor-${this.compositionId}`, "popup,width=1400,height=900");
    if (!this.popup) {
      return false;
    }
    this.firstEvent({ type: "opened" });
    return true;
  }

  bringBack(): void {
    this.firstEvent({ type: "bring-back" });
  }

  /** Brings the other window to the front, where the browser lets it. */
  raise(): void {
    if (this.own) {
      (window.opener as Window | null)?.focus();
    } else {
      this.popup?.focus();
    }
  }

  show(place: Place): void {
    this.toEditor((to) => ({ say: "show", from: this.windowId, to, place }));
  }

  test(itemId: string): void {
    this.toEditor((to) => ({ say: "test", from: this.windowId, to, itemId }));
  }

  /** Tells the conversation's window what is selected, and what to ask. False where no window listens. */
  tellSelection(selection: Selection): void {
    this.channel?.post({ say: "selection", from: this.windowId, selection });
  }

  ask(text: string): boolean {
    this.channel?.post({ say: "ask", from: this.windowId, text });
    this.raise();
    return this.state.editor.phase === "paired";
  }

  setActive(activeId: string): void {
    this.activeId = activeId;
    this.tell();
  }

  private toEditor(message: (to: string) => Message): void {
    const { first } = this.state;
    if (isAway(first)) {
      this.channel?.post(message(first.windowId));
      this.raise();
    }
  }

  private dispatch(event: { type: "tick" }): void {
    if (this.own) {
      this.editorEvent(event);
    } else {
      this.firstEvent(event);
    }
  }

  private readonly leave = (): void => {
    const unsaved = this.own ? this.controller.drafts.unsaved() : [];
    this.channel?.post({ say: "bye", from: this.windowId, unsaved });
    if (this.own) {
      noteOwnWindow(localStorage, this.compositionId, undefined);
    }
  };

  private readonly hear = (message: Message): void => {
    if ("to" in message && message.to !== this.windowId) {
      return;
    }
    if (this.own) {
      this.hearInEditor(message);
    } else {
      this.hearInFirst(message);
    }
  };

  private hearInEditor(message: Message): void {
    switch (message.say) {
      case "yours":
        this.inherited = message.unsaved;
        this.editorEvent({ type: "yours", from: message.from });
        return;
      case "ping":
      case "come-back":
      case "bye":
        this.editorEvent({ type: message.say, from: message.from });
        return;
      case "show":
        window.focus();
        this.wishes?.show(message.place);
        return;
      case "test":
        window.focus();
        this.wishes?.test(message.itemId);
        return;
      case "save":
        void this.save(message.question);
    }
  }

  private hearInFirst(message: Message): void {
    const { first } = this.state;
    if (message.say === "hello") {
      this.firstEvent({ type: "hello", from: message.from, edits: this.controller.editsOrAsks });
      return;
    }
    if (message.say === "here") {
      const free = message.partner === undefined || message.partner === this.windowId;
      this.firstEvent({ type: "here", from: message.from, free });
      if (this.away && free) {
        this.controller.setPartner({ leaseId: message.leaseId, save: this.askToSave });
        this.set({ saving: message.saving });
        this.wishes?.shown(message.activeId);
      }
      return;
    }
    if (!isAway(first) || first.windowId !== message.from) {
      return;
    }
    switch (message.say) {
      case "yours":
      case "bye":
        this.inherited = message.unsaved;
        this.firstEvent({ type: "gave", from: message.from });
        return;
      case "selection":
        this.wishes?.select(message.selection);
        return;
      case "ask":
        window.focus();
        this.wishes?.ask(message.text);
        return;
      case "saved":
        this.answers.get(message.question)?.(message);
    }
  }

  private firstEvent(event: FirstEvent): void {
    const [first, steps] = nextFirst(this.state.first, event);
    this.set({ first });
    for (const step of steps) {
      this.takeFirst(step);
    }
  }

  private takeFirst(step: FirstStep): void {
    switch (step.do) {
      case "edit-here":
        this.controller.dispatch({ type: "open" });
        return;
      case "take-back":
        this.controller.setPartner(undefined);
        this.popup = null;
        this.takeIn();
        return;
      case "ping":
        this.channel?.post({ say: "ping", from: this.windowId, ...this.partnerName() });
        return;
      case "forget":
        noteOwnWindow(localStorage, this.compositionId, undefined);
        return;
      case "give":
        this.controller.setPartner({ leaseId: undefined, save: this.askToSave });
        void this.give(step.to);
        return;
      case "ask-back":
        this.channel?.post({ say: "come-back", from: this.windowId, to: step.to });
    }
  }

  private partnerName(): { to?: string } {
    const { first } = this.state;
    return isAway(first) ? { to: first.windowId } : {};
  }

  private editorEvent(event: EditorEvent): void {
    const [editor, steps] = nextEditor(this.state.editor, event);
    this.set({ editor });
    for (const step of steps) {
      this.takeEditor(step);
    }
  }

  private takeEditor(step: EditorStep): void {
    switch (step.do) {
      case "hello":
        this.channel?.post({ say: "hello", from: this.windowId });
        return;
      case "take":
        this.controller.dispatch({ type: "open" });
        return;
      case "take-over":
        this.takeIn();
        return;
      case "answer":
        this.answer();
        return;
      case "give-back":
        noteOwnWindow(localStorage, this.compositionId, undefined);
        void this.give(step.to).then(() => {
          window.close();
        });
    }
  }

  /** Saves, and leaves the editor to the other window, with what could not be saved. */
  private async give(to: string): Promise<void> {
    const unsaved = await this.controller.handOver();
    this.channel?.post({ say: "yours", from: this.windowId, to, unsaved });
  }

  private takeIn(): void {
    this.controller.takeIn(this.inherited);
    this.inherited = [];
  }

  /** Tells the first window of a change that concerns it. */
  private readonly tell = (): void => {
    const { leaseId, drafts } = this.controller;
    const now = `${leaseId ?? ""} ${drafts.worst.state} ${this.activeId}`;
    if (this.own && now !== this.told && this.state.editor.phase === "paired") {
      this.answer();
    }
  };

  private answer(): void {
    const { editor } = this.state;
    const { leaseId, drafts } = this.controller;
    this.told = `${leaseId ?? ""} ${drafts.worst.state} ${this.activeId}`;
    this.channel?.post({
      say: "here",
      from: this.windowId,
      partner: editor.phase === "paired" ? editor.partner : undefined,
      leaseId,
      saving: drafts.worst.state,
      activeId: this.activeId,
    });
  }

  private async save(question: string): Promise<void> {
    const ok = await this.controller.drafts.flush();
    const workflowRevision = this.controller.workflowRevision;
    this.channel?.post({ say: "saved", from: this.windowId, question, ok, workflowRevision });
  }

  private readonly askToSave = async (): Promise<{ ok: boolean; workflowRevision: string | undefined }> => {
    const { first } = this.state;
    if (!isAway(first)) {
      return { ok: false, workflowRevision: undefined };
    }
    const question = crypto.randomUUID();
    const answer = await new Promise<Answer | undefined>((resolve) => {
      this.answers.set(question, resolve);
      setTimeout(() => {
        resolve(undefined);
      }, answerWithin);
      this.channel?.post({ say: "save", from: this.windowId, to: first.windowId, question });
    });
    this.answers.delete(question);
    return { ok: answer?.ok === true, workflowRevision: answer?.workflowRevision };
  };

  private set(change: Partial<CompanionState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) {
      listener();
    }
  }
}
