import { Saver, type Edit, type Saved, type SaveStatus } from "./saver";
import type { Unsaved } from "./ownWindow/protocol";
import type { Draft } from "./types";

/** What the server keeps of a draft, as far as saving it goes. */
export interface StoredDraft extends Saved {
  id: string;
  /** Its content as it was sent. */
  text: string;
}

/** One draft as it is in this window. */
export interface OpenDraft<D extends StoredDraft = Draft> {
  itemId: string;
  text: string;
  /** Rises when the text comes from elsewhere, so that an editor knows to show it. */
  adopted: number;
  status: SaveStatus;
  base: Saved;
  /** What the server has, where that differs from what this window's text is based on. */
  theirs: D | undefined;
}

interface Entry<D extends StoredDraft> {
  saver: Saver;
  text: string;
  adopted: number;
  last: D;
  snapshot: OpenDraft<D>;
}

type SaveDraft<D> = (draft: D, edit: Edit, baseRevision: string) => Promise<D>;

const sameJson = (a: string, b: string): boolean =>
  a === b || JSON.stringify(JSON.parse(a)) === JSON.stringify(JSON.parse(b));

const newer = (a: Saved, b: Saved): boolean => Date.parse(a.updatedAt) > Date.parse(b.updatedAt);

/** Drafts as they are in this window, with what is not saved yet. */
export class Drafts<D extends StoredDraft = Draft> {
  private readonly entries = new Map<string, Entry<D>>();
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly save: SaveDraft<D>,
    private readonly onSaved: (draft: D) => void,
  ) {}

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  get(itemId: string): OpenDraft<D> | undefined {
    return this.entries.get(itemId)?.snapshot;
  }

  /** Everything that was changed here is saved. */
  get allSaved(): boolean {
    return [...this.entries.values()].every(({ saver }) => saver.clean);
  }

  /** The state that says most about all drafts. */
  get worst(): SaveStatus {
    const order: SaveStatus["state"][] = ["refused", "stale", "lease", "offline", "locked", "saving", "waiting"];
    const found = [...this.entries.values()].map(({ saver }) => saver.status);
    for (const state of order) {
      const status = found.find((s) => s.state === state);
      if (status) {
        return status;
      }
    }
    return { state: "saved" };
  }

  /** Takes in what the server has. What is not saved here stays. */
  receive(drafts: readonly D[]): void {
    const present = new Set(drafts.map((draft) => draft.id));
    for (const [itemId, entry] of this.entries) {
      if (!present.has(itemId)) {
        entry.saver.dispose();
        this.entries.delete(itemId);
      }
    }
    for (const draft of drafts) {
      const entry = this.entries.get(draft.id) ?? this.add(draft);
      if (newer(draft, entry.last) || !newer(entry.last, draft)) {
        entry.last = draft;
      }
      this.settle(entry);
      this.refresh(entry);
    }
    this.notify();
  }

  edit(itemId: string, edit: Edit): void {
    const entry = this.entries.get(itemId);
    if (entry) {
      entry.text = edit.text;
      entry.saver.edit(edit);
      this.refresh(entry);
    }
  }

  /** What is not saved here. */
  unsaved(): Unsaved[] {
    return [...this.entries].flatMap(([itemId, { saver }]) => {
      const edit = saver.unsaved;
      const { contentRevision, updatedAt } = saver.base;
      return edit ? [{ itemId, edit, base: { contentRevision, updatedAt } }] : [];
    });
  }

  /** Takes in what another window could not save, as if it had been typed here. */
  inherit(itemId: string, edit: Edit, base: Saved): void {
    const entry = this.entries.get(itemId);
    if (entry) {
      entry.text = edit.text;
      entry.adopted++;
      entry.saver.inherit(edit, base);
      this.refresh(entry);
    }
  }

  async flush(itemId?: string): Promise<boolean> {
    const some = itemId === undefined ? [...this.entries.values()] : [this.entries.get(itemId)].filter((e) => !!e);
    const done = await Promise.all(some.map(({ saver }) => (saver.clean ? Promise.resolve(true) : saver.flush())));
    return done.every(Boolean);
  }

  retry(): void {
    for (const { saver } of this.entries.values()) {
      saver.retry();
    }
  }

  /** Forgets what is not saved and shows what the server has. */
  reload(itemId: string): void {
    const entry = this.entries.get(itemId);
    if (entry) {
      this.adopt(entry, entry.last);
      this.notify();
    }
  }

  /** Saves what is here over what the server has. */
  overwrite(itemId: string): void {
    const entry = this.entries.get(itemId);
    if (entry) {
      entry.saver.overwrite(entry.last);
      this.refresh(entry);
    }
  }

  private add(draft: D): Entry<D> {
    const saver = new Saver(draft, {
      save: async (edit, base) => {
        const saved = await this.save(draft, edit, base);
        entry.last = saved;
        this.onSaved(saved);
        return saved;
      },
    });
    const entry: Entry<D> = {
      saver,
      text: draft.text,
      adopted: 0,
      last: draft,
      snapshot: {
        itemId: draft.id,
        text: draft.text,
        adopted: 0,
        status: saver.status,
        base: draft,
        theirs: undefined,
      },
    };
    saver.subscribe(() => {
      this.settle(entry);
      this.refresh(entry);
    });
    this.entries.set(draft.id, entry);
    return entry;
  }

  /** Shows what came from elsewhere, once nothing of this window's waits. */
  private settle(entry: Entry<D>): void {
    const isSame = entry.saver.status.state === "stale" && sameJson(entry.text, entry.last.text);
    if ((entry.saver.clean || isSame) && newer(entry.last, entry.saver.base)) {
      this.adopt(entry, entry.last);
    }
  }

  private adopt(entry: Entry<D>, draft: D): void {
    if (!sameJson(entry.text, draft.text)) {
      entry.text = draft.text;
      entry.adopted++;
    }
    entry.saver.adopt(draft);
    this.refresh(entry);
  }

  private refresh(entry: Entry<D>): void {
    const { saver, text, adopted, last, snapshot } = entry;
    entry.snapshot = {
      itemId: snapshot.itemId,
      text,
      adopted,
      status: saver.status,
      base: saver.base,
      theirs: last.contentRevision !== saver.base.contentRevision && newer(last, saver.base) ? last : undefined,
    };
    this.notify();
  }

  private notify(): void {
    for (const listener of this.listeners) {
      listener();
    }
  }
}
