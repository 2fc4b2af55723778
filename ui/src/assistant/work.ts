import type { QueryClient } from "@tanstack/react-query";

import { isRefusal } from "../api/problem";
import { itemQuery, itemsQuery, saveItem, type ItemKey, type LoadedItem } from "../api/queries/configItems";
import { Drafts } from "../workbench/drafts";

/** States of a draft that go over by themselves. */
const passing: (string | undefined)[] = ["saved", "waiting", "saving"];

/** One window's work on the drafts of a session: those that were opened, with what is not saved yet. */
export class Work {
  readonly drafts: Drafts<LoadedItem>;
  /** Texts that people typed and that are no JSON yet, by the draft's path: no save knows of them. */
  readonly unread = new Map<string, string>();
  private readonly opened = new Map<string, LoadedItem>();

  constructor(
    private readonly sessionId: string,
    private readonly client: QueryClient,
  ) {
    this.drafts = new Drafts<LoadedItem>(
      (item, { text }, base) =>
        saveItem(sessionId, item, text, base).catch((error: unknown) => {
          if (isRefusal(error, "stale")) {
            void this.reload(item);
          }
          throw error;
        }),
      (saved) => {
        this.opened.set(saved.id, saved);
        this.client.setQueryData(itemQuery(sessionId, saved).queryKey, saved);
        void this.client.invalidateQueries({ queryKey: itemsQuery(sessionId).queryKey });
      },
    );
  }

  /** Takes in a draft as the server has it. What is not saved here stays. */
  receive(item: LoadedItem): void {
    this.opened.set(item.id, item);
    this.drafts.receive([...this.opened.values()]);
  }

  /** Forgets a draft with what is not saved of it. */
  forget(path: string): void {
    this.unread.delete(path);
    this.opened.delete(path);
    this.drafts.receive([...this.opened.values()]);
  }

  /** Forgets those that are gone, but for those with something that is not saved. */
  keepOnly(paths: ReadonlySet<string>): void {
    const unsaved = new Set(this.drafts.unsaved().map(({ itemId }) => itemId));
    for (const path of this.opened.keys()) {
      if (!paths.has(path) && !unsaved.has(path)) {
        this.opened.delete(path);
      }
    }
    this.drafts.receive([...this.opened.values()]);
  }

  /** Saves what waits; answers whether all of it is saved. */
  save(): Promise<boolean> {
    return this.drafts.flush();
  }

  /** The paths of the drafts whose text here is not saved, and will not be before somebody sees to it. */
  heldBack(): string[] {
    const kept = this.drafts
      .unsaved()
      .map(({ itemId }) => itemId)
      .filter((path) => !passing.includes(this.drafts.get(path)?.status.state));
    return [...new Set([...kept, ...this.unread.keys()])].sort();
  }

  private reload(key: ItemKey): Promise<void> {
    return this.client.invalidateQueries({ queryKey: itemQuery(this.sessionId, key).queryKey });
  }
}
