import type { Place, Selection } from "../context";
import type { Edit, Saved, SaveState } from "../saver";

/** What a window has not saved of a draft, and what the server had when it was begun. */
export interface Unsaved {
  itemId: string;
  edit: Edit;
  base: Saved;
}

/** What the windows of one browser tell each other about a composition. */
export type Message =
  /** The editor's own window is there and asks for the editor. */
  | { say: "hello"; from: string }
  /** Are you there? */
  | { say: "ping"; from: string; to?: string }
  /** The editor's own window is there: whom it works with, and what that window needs to know of it. */
  | {
      say: "here";
      from: string;
      partner?: string | undefined;
      leaseId?: string | undefined;
      saving: SaveState;
      activeId: string;
    }
  /** The editor is yours, and so is what could not be saved. */
  | { say: "yours"; from: string; to: string; unsaved: Unsaved[] }
  | { say: "come-back"; from: string; to: string }
  /** The window closes. */
  | { say: "bye"; from: string; unsaved: Unsaved[] }
  | { say: "show"; from: string; to: string; place: Place }
  | { say: "test"; from: string; to: string; itemId: string }
  | { say: "selection"; from: string; selection: Selection }
  | { say: "ask"; from: string; text: string }
  | { say: "save"; from: string; to: string; question: string }
  | { say: "saved"; from: string; question: string; ok: boolean; workflowRevision?: string | undefined };

/** Sends to the other windows, and hears what they send. */
export interface Channel {
  post: (message: Message) => void;
  close: () => void;
}

export function openChannel(compositionId: string, hear: (message: Message) => void): Channel {
  if (typeof BroadcastChannel === "undefined") {
    return { post: () => undefined, close: () => undefined };
  }
  const channel = new BroadcastChannel(`heddle-workbench-${compositionId}`);
  channel.onmessage = (event: MessageEvent<Message>) => {
    hear(event.data);
  };
  return {
    post: (message) => {
      channel.postMessage(message);
    },
    close: () => {
      channel.close();
    },
  };
}

const key = (compositionId: string) => `heddle-own-window-${compositionId}`;

/** Notes that the editor is in a window of its own, so that a reloaded workbench looks for it. */
export function noteOwnWindow(storage: Storage, compositionId: string, windowId: string | undefined): void {
  if (windowId === undefined) {
    storage.removeItem(key(compositionId));
  } else {
    storage.setItem(key(compositionId), windowId);
  }
}

export const notedOwnWindow = (storage: Storage, compositionId: string): string | undefined =>
  storage.getItem(key(compositionId)) ?? undefined;
