import { canonical } from "./canonical";
import type { FlowNode, Listed, WorkflowDocument } from "./document";
import { JsonObject, quote } from "./json";
import { sha256 } from "./sha256";

// Elements are immutable and shared between documents, so that an edit costs the canonical form of what it changed.
const content = new WeakMap<object, string>();

/** The canonical form (RFC 8785) of an element without its position. */
function canonicalElement(element: { text: string }, withoutPosition: boolean): string {
  let form = content.get(element);
  if (form === undefined) {
    const object = withoutPosition ? JsonObject.parse(element.text) : undefined;
    form = canonical(object?.has("position") ? object.without("position").toString() : element.text);
    content.set(element, form);
  }
  return form;
}

const canonicalList = <T extends { text: string }>(listed: readonly Listed<T>[], ofNodes: boolean) =>
  `[${listed.map((entry) => canonicalElement(entry.element ?? entry, ofNodes)).join(",")}]`;

/** The canonical form of a node without its position: what its content is. */
export const nodeContent = (node: FlowNode): string => canonicalElement(node, true);

/** The canonical form of the document without the nodes' positions. */
function canonicalContent({ root, nodeList, edgeList }: WorkflowDocument): string {
  const members = root.entries().sort(([a], [b]) => (a < b ? -1 : 1));
  const written = members.map(([name, value]) => {
    if (name === "nodes" && value.startsWith("[")) {
      return `"nodes":${canonicalList(nodeList.listed, true)}`;
    }
    if (name === "edges" && value.startsWith("[")) {
      return `"edges":${canonicalList(edgeList.listed, false)}`;
    }
    return `${quote(name)}:${canonical(value)}`;
  });
  return `{${written.join(",")}}`;
}

const revisions = new WeakMap<WorkflowDocument, string>();

/** The content revision of a document: the nodes' positions do not count, everything else does. */
export function revisionOf(document: WorkflowDocument): string {
  let revision = revisions.get(document);
  if (revision === undefined) {
    revision = `sha256:${sha256(canonicalContent(document))}`;
    revisions.set(document, revision);
  }
  return revision;
}
