import { createContext, useContext, useSyncExternalStore } from "react";

import type { FlowEditorHost } from "./contract";
import type { FlowState, FlowStore } from "./store/FlowStore";

export interface FlowContext {
  store: FlowStore;
  host: FlowEditorHost;
}

export const FlowContext = createContext<FlowContext | undefined>(undefined);

function useContextOf(): FlowContext {
  const context = useContext(FlowContext);
  if (!context) {
    throw new Error("a part of the flow editor is used outside of it");
  }
  return context;
}

export const useStore = (): FlowStore => useContextOf().store;

export const useHost = (): FlowEditorHost => useContextOf().host;

/** A part of the editor's state. The selector must give the same value for the same state. */
export function useFlow<T>(select: (state: FlowState) => T): T {
  const store = useStore();
  return useSyncExternalStore(store.subscribe, () => select(store.getState()));
}
