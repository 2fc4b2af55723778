import { useEffect, useState } from "react";

import type { Schemas } from "../../api/client";
import type { FlowEditorHost } from "../contract";
import type { WorkflowDocument } from "../model/document";
import { parsePayload } from "../model/payload";
import { useFlow, useHost } from "../useFlow";

const wait = 250;

/** Answers by document, so that the fields of one panel ask once. */
const answers = new WeakMap<FlowEditorHost, WeakMap<WorkflowDocument, Map<string, Schemas["VariableList"]>>>();

function knownOf(host: FlowEditorHost, document: WorkflowDocument): Map<string, Schemas["VariableList"]> {
  const ofHost = answers.get(host) ?? new WeakMap<WorkflowDocument, Map<string, Schemas["VariableList"]>>();
  answers.set(host, ofHost);
  const known = ofHost.get(document) ?? new Map<string, Schemas["VariableList"]>();
  ofHost.set(document, known);
  return known;
}

/** What expressions at a node, or at an edge that leaves it, may name; undefined until it is known. */
export function useVariables(nodeId: string, edgeId: string | undefined, isWanted: boolean) {
  const host = useHost();
  const document = useFlow((state) => state.document);
  const [variables, setVariables] = useState<Schemas["VariableList"]>();
  useEffect(() => {
    if (!isWanted) {
      return;
    }
    const known = knownOf(host, document);
    const key = JSON.stringify([nodeId, edgeId]);
    const abort = new AbortController();
    const timer = setTimeout(
      () => {
        const answer = known.get(key);
        const question = { document: parsePayload(document.text), nodeId, ...(edgeId === undefined ? {} : { edgeId }) };
        // Without an answer there is nothing to offer, and typing goes on as before.
        (answer ? Promise.resolve(answer) : host.variables(question, abort.signal)).then(
          (found) => {
            known.set(key, found);
            setVariables(found);
          },
          () => undefined,
        );
      },
      known.has(key) ? 0 : wait,
    );
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [host, document, nodeId, edgeId, isWanted]);
  return variables;
}
