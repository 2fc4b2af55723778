import { isRefusal } from "../api/problem";

/** One state of a draft that is to be saved. */
export interface Edit {
  text: string;
  origin: string;
  /** The turn whose change set the edit applies; such an edit is saved by itself. */
  turnId?: string;
}

/** What the server knows of a draft. */
export interface Saved {
  contentRevision: string;
  updatedAt: string;
}

/**
 * How far saving is. `stale`: changed elsewhere, waits for a decision. `locked`: the AI holds the draft. `lease`: another
 * window edits the workflow. `offline`: tried again by itself. `refused`: it can't be saved as it is.
 */
export type SaveState = "saved" | "waiting" | "saving" | "stale" | "locked" | "lease" | "offline" | "refused";

export interface SaveStatus {
  state: SaveState;
  message?: string;
}

export interface SaverOptions {
  save: (edit: Edit, baseRevision: string) => Promise<Saved>;
  delay?: number;
  retryDelay?: number;
}

/**
 * Saves a draft a moment after its last change, one save after the other. What is typed during a save is saved next; what
 * could not be saved stays.
 */
export class Saver {
  private readonly queue: Edit[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running: Promise<void> | undefined;
  private readonly listeners = new Set<() => void>();
  private current: SaveStatus = { state: "saved" };

  constructor(
    private known: Saved,
    private readonly options: SaverOptions,
  ) {}

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  get status(): SaveStatus {
    return this.current;
  }

  /** What the server had when this was last heard of. */
  get base(): Saved {
    return this.known;
  }

  /** Nothing waits to be saved. */
  get clean(): boolean {
    return this.queue.length === 0 && !this.running;
  }

  /** The newest state that is not saved. */
  get unsaved(): Edit | undefined {
    return this.queue.at(-1);
  }

  edit(edit: Edit): void {
    const last = this.queue.at(-1);
    if (last && last.turnId === undefined && edit.turnId === undefined && !(this.running && this.queue.length === 1)) {
      this.queue[this.queue.length - 1] = edit;
    } else {
      this.queue.push(edit);
    }
    if (this.current.state === "stale" || this.current.state === "locked" || this.current.state === "lease") {
      return;
    }
    if (!this.running) {
      this.become({ state: "waiting" });
    }
    const atOnce = this.queue.some((waiting) => waiting.turnId !== undefined);
    this.schedule(atOnce ? 0 : (this.options.delay ?? 500));
  }

  /** Saves what waits now; answers whether all of it is saved. */
  async flush(): Promise<boolean> {
    if (this.current.state === "stale" || this.current.state === "lease" || this.current.state === "locked") {
      return false;
    }
    clearTimeout(this.timer);
    await this.run();
    return this.queue.length === 0;
  }

  /** Takes an edit that was made elsewhere, on what was known there. */
  inherit(edit: Edit, known: Saved): void {
    this.known = known;
    this.edit(edit);
  }

  /** Goes on after something that held saving up is over. */
  retry(): void {
    const held: SaveState[] = ["locked", "lease", "offline"];
    if (this.queue.length > 0 && held.includes(this.current.state)) {
      this.become({ state: "waiting" });
      this.schedule(0);
    }
  }

  /** Takes what the server has as known, and forgets what was not saved. */
  adopt(known: Saved): void {
    this.known = known;
    this.queue.length = 0;
    clearTimeout(this.timer);
    this.become({ state: "saved" });
  }

  /** Saves what is here over what the server has. */
  overwrite(known: Saved): void {
    this.known = known;
    this.become({ state: "waiting" });
    this.schedule(0);
  }

  dispose(): void {
    clearTimeout(this.timer);
  }

  private schedule(delay: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      void this.run();
    }, delay);
  }

  private run(): Promise<void> {
    this.running ??= this.drain().finally(() => {
      this.running = undefined;
      this.notify();
    });
    return this.running;
  }

  private async drain(): Promise<void> {
    for (let edit = this.queue[0]; edit; edit = this.queue[0]) {
      this.become({ state: "saving" });
      try {
        const saved = await this.options.save(edit, this.known.contentRevision);
        this.known = saved;
        if (this.queue[0] === edit) {
          this.queue.shift();
        }
      } catch (error) {
        this.refused(error);
        return;
      }
    }
    this.become({ state: "saved" });
  }

  private refused(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    if (isRefusal(error, "stale")) {
      this.become({ state: "stale", message });
    } else if (isRefusal(error, "locked")) {
      this.become({ state: "locked", message });
    } else if (isRefusal(error, "lease-held", "lease-lost")) {
      this.become({ state: "lease", message });
    } else if (isRefusal(error, "offline", "unavailable", "unreadable")) {
      this.become({ state: "offline", message });
      this.schedule(this.options.retryDelay ?? 2000);
    } else if (this.queue[0]?.turnId !== undefined) {
      // The change set no longer waits, e.g. another window rejected it: what is here is the person's then.
      const { text, origin } = this.queue[0];
      this.queue[0] = { text, origin };
      this.schedule(0);
    } else {
      this.become({ state: "refused", message });
    }
  }

  private become(status: SaveStatus): void {
    this.current = status;
    this.notify();
  }

  private notify(): void {
    for (const listener of this.listeners) {
      listener();
    }
  }
}
