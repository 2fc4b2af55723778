import type { FlowNode, WorkflowDocument } from "./document";
import { typeWord } from "./words";

const maxFound = 30;

/** The nodes that have all words, those with them in the name first. */
export function searchNodes(document: WorkflowDocument, words: string): FlowNode[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (text: string) => wanted.every((word) => text.toLowerCase().includes(word));
  const inName = document.nodes.filter((node) => has(node.title));
  const named = new Set(inName);
  const elsewhere = document.nodes.filter(
    (node) => !named.has(node) && has(`${node.title} ${node.id} ${typeWord(node.type)} ${node.configText ?? ""}`),
  );
  return [...inName, ...elsewhere].slice(0, maxFound);
}
