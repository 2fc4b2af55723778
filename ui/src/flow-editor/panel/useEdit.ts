import { t } from "@lingui/core/macro";

import type { FlowEdge, FlowNode } from "../model/document";
import { setConfig, setEdgeMember, setMember, setNodeMember } from "../model/edits";
import type { JsonText } from "../model/json";
import { edgeTitle } from "../model/words";
import { useStore } from "../useFlow";

/** Edits of one node: what was typed in a row becomes one step. */
export function useNodeEdit(node: FlowNode) {
  const store = useStore();
  const latest = () => store.getState().document.node(node.id) ?? node;
  return {
    /** Sets a key of the config; undefined removes it. What is said in words is the label of undo. */
    config(key: string, value: JsonText | undefined, words: string): void {
      const { document } = store.getState();
      store.commit(setConfig(document, latest(), key, value), t`Changed ${words} of “${node.title}”`, {
        mergeKey: `${node.id} config ${key}`,
      });
    },
    member(key: string, value: JsonText | undefined, words: string): void {
      const { document } = store.getState();
      store.commit(setNodeMember(document, latest(), key, value), t`Changed ${words} of “${node.title}”`, {
        mergeKey: `${node.id} ${key}`,
      });
    },
  };
}

export function useEdgeEdit(edge: FlowEdge) {
  const store = useStore();
  return (key: string, value: JsonText | undefined, words: string): void => {
    const { document } = store.getState();
    const latest = document.edge(edge.id) ?? edge;
    store.commit(setEdgeMember(document, latest, key, value), t`Changed ${words} of ${edgeTitle(edge, document)}`, {
      mergeKey: `${edge.id} ${key}`,
    });
  };
}

export function useWorkflowEdit() {
  const store = useStore();
  return (key: string, value: JsonText | undefined, words: string): void => {
    store.commit(setMember(store.getState().document, key, value), t`Changed ${words} of the workflow`, {
      mergeKey: `workflow ${key}`,
    });
  };
}
