import { useEffect, useState } from "react";

import type { Schemas } from "../../api/client";
import { parsePayload } from "../model/payload";
import { useFlow, useHost } from "../useFlow";

const wait = 250;

/** What expressions at a node, or at an edge that leaves it, may name; undefined until it is known. */
export function useVariables(nodeId: string, edgeId: string | undefined, isWanted: boolean) {
  const host = useHost();
  const document = useFlow((state) => state.document);
  const [variables, setVariables] = useState<Schemas["VariableList"]>();
  useEffect(() => {
    if (!isWanted) {
      return;
    }
    const abort = new AbortController();
    const timer = setTimeout(() => {
      const question = { document: parsePayload(document.text), nodeId, ...(edgeId === undefined ? {} : { edgeId }) };
      // Without an answer there is nothing to offer, and typing goes on as before.
      host.variables(question, abort.signal).then(setVariables, () => undefined);
    }, wait);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [host, document, nodeId, edgeId, isWanted]);
  return variables;
}
