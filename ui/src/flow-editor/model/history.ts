import type { WorkflowDocument } from "./document";

/** One thing that was done and can be undone. */
export interface Step {
  before: WorkflowDocument;
  after: WorkflowDocument;
  /** What was done, in words: the label of undo and redo. */
  origin: string;
  /** Nothing but positions changed. */
  layoutOnly: boolean;
  /** The turn whose change set this was. */
  turnId?: string | undefined;
  /** Steps with the same key that follow one another quickly become one. */
  mergeKey?: string | undefined;
  at: number;
}

const maxSteps = 200;
const mergeWithin = 1500;

/** What was done and undone. It is immutable. */
export class History {
  static readonly empty = new History([], []);

  private constructor(
    private readonly past: readonly Step[],
    private readonly future: readonly Step[],
  ) {}

  get undoable(): Step | undefined {
    return this.past.at(-1);
  }

  get redoable(): Step | undefined {
    return this.future.at(-1);
  }

  /** Notes a step; what was undone before can't be done again. */
  done(step: Step): History {
    const last = this.past.at(-1);
    const merges =
      last !== undefined &&
      step.mergeKey !== undefined &&
      step.mergeKey === last.mergeKey &&
      step.layoutOnly === last.layoutOnly &&
      last.after === step.before &&
      step.at - last.at < mergeWithin &&
      this.future.length === 0;
    if (merges) {
      // The first origin names what was there before.
      const { before, origin } = last;
      return new History([...this.past.slice(0, -1), { ...step, before, origin }], []);
    }
    return new History([...this.past, step].slice(-maxSteps), []);
  }

  undone(): History {
    const last = this.past.at(-1);
    return last ? new History(this.past.slice(0, -1), [...this.future, last]) : this;
  }

  redone(): History {
    const next = this.future.at(-1);
    return next ? new History([...this.past, next], this.future.slice(0, -1)) : this;
  }
}
