import {
  type ElementList,
  type FlowEdge,
  type FlowNode,
  type Listed,
  listedEdge,
  listedNode,
  type Point,
  WorkflowDocument,
} from "./document";
import { JsonList, JsonObject, type JsonText, quote } from "./json";

interface Slot<T> extends Listed<T> {
  /** The index in the list before the edit; undefined for a new element. */
  origin: number | undefined;
}

/** The list of nodes or of edges during an edit. A removed element leaves its slot empty. */
class Slots<T extends { id: string }> {
  private readonly slots: (Slot<T> | undefined)[];
  private readonly index = new Map<string, number[]>();
  private changed = false;

  constructor(
    private readonly list: ElementList<T>,
    private readonly parse: (text: JsonText) => Listed<T>,
  ) {
    this.slots = list.listed.map((listed, origin) => ({ ...listed, origin }));
    this.slots.forEach((_, i) => {
      this.enter(i);
    });
  }

  private enter(i: number): void {
    const id = this.slots[i]?.element?.id;
    if (id) {
      this.index.set(id, [...(this.index.get(id) ?? []), i]);
    }
  }

  private leave(i: number): void {
    const id = this.slots[i]?.element?.id;
    if (id) {
      const rest = (this.index.get(id) ?? []).filter((other) => other !== i);
      if (rest.length > 0) {
        this.index.set(id, rest);
      } else {
        this.index.delete(id);
      }
    }
  }

  find(id: string): T | undefined {
    const i = this.index.get(id)?.[0];
    return i === undefined ? undefined : this.slots[i]?.element;
  }

  get elements(): T[] {
    return this.slots.flatMap((slot) => slot?.element ?? []);
  }

  get ids(): string[] {
    return this.elements.flatMap(({ id }) => (id === "" ? [] : id));
  }

  add(text: JsonText): void {
    this.changed = true;
    this.slots.push({ ...this.parse(text), origin: undefined });
    this.enter(this.slots.length - 1);
  }

  /** Gives the first element with the id another text. */
  replace(id: string, text: JsonText): void {
    const i = this.index.get(id)?.[0];
    if (i !== undefined) {
      this.replaceAt(i, text);
    }
  }

  private replaceAt(i: number, text: JsonText): void {
    if (this.slots[i]?.text !== text) {
      this.changed = true;
      this.leave(i);
      this.slots[i] = { ...this.parse(text), origin: this.slots[i]?.origin };
      this.enter(i);
    }
  }

  remove(id: string): void {
    const i = this.index.get(id)?.[0];
    if (i !== undefined) {
      this.removeAt(i);
    }
  }

  private removeAt(i: number): void {
    this.changed = true;
    this.leave(i);
    this.slots[i] = undefined;
  }

  /** Rewrites or, where the change gives undefined, removes elements. */
  forEach(change: (element: T) => JsonText | undefined): void {
    this.slots.forEach((slot, i) => {
      if (slot?.element) {
        const text = change(slot.element);
        if (text === undefined) {
          this.removeAt(i);
        } else {
          this.replaceAt(i, text);
        }
      }
    });
  }

  get isList(): boolean {
    return this.list.text?.startsWith("[") ?? false;
  }

  /** The list as it is now; undefined when nothing was changed. */
  finish(): ElementList<T> | undefined {
    if (!this.changed) {
      return undefined;
    }
    const slots = this.slots.filter((slot) => slot !== undefined);
    const text = (JsonList.parse(this.list.text) ?? JsonList.empty).edited(
      slots.map(({ text: value, origin }) => ({ value, origin })),
    );
    return { text, listed: slots.map(({ text: value, element }) => ({ text: value, element })) };
  }
}

/**
 * Collects edits of one document, which does not change itself. Only the texts of edited elements are rewritten; the
 * rules of what may be edited belong to the callers.
 */
export class DocumentEditor {
  private root: JsonObject;
  private readonly nodes: Slots<FlowNode>;
  private readonly edges: Slots<FlowEdge>;

  constructor(private readonly before: WorkflowDocument) {
    this.root = before.root;
    this.nodes = new Slots(before.nodeList, listedNode);
    this.edges = new Slots(before.edgeList, listedEdge);
  }

  node(id: string): FlowNode | undefined {
    return this.nodes.find(id);
  }

  edge(id: string): FlowEdge | undefined {
    return this.edges.find(id);
  }

  get nodeIds(): string[] {
    return this.nodes.ids;
  }

  get edgeIds(): string[] {
    return this.edges.ids;
  }

  /** There is a list to add to: a document without the key gets one, one whose key is something else is not repaired. */
  get canAddNode(): boolean {
    return this.nodes.isList || !this.before.root.has("nodes");
  }

  get canAddEdge(): boolean {
    return this.edges.isList || !this.before.root.has("edges");
  }

  addNode(text: JsonText): void {
    this.nodes.add(text);
  }

  replaceNode(id: string, text: JsonText): void {
    this.nodes.replace(id, text);
  }

  /** Removes the node and every edge attached to it. */
  removeNode(id: string): void {
    this.nodes.remove(id);
    this.edges.forEach((edge) => (edge.source === id || edge.target === id ? undefined : edge.text));
  }

  /** Changes the node's id and the ends of the edges attached to it. */
  renameNode(id: string, newId: string): void {
    const node = this.nodes.find(id);
    if (!node || id === newId) {
      return;
    }
    this.nodes.replace(id, node.object.with("id", quote(newId)).toString());
    this.edges.forEach((edge) => {
      const ends: [string, JsonText][] = [];
      if (edge.source === id) {
        ends.push(["source", quote(newId)]);
      }
      if (edge.target === id) {
        ends.push(["target", quote(newId)]);
      }
      return ends.length > 0 ? edge.object.edited(ends).toString() : edge.text;
    });
  }

  addEdge(text: JsonText): void {
    this.edges.add(text);
  }

  replaceEdge(id: string, text: JsonText): void {
    this.edges.replace(id, text);
  }

  removeEdge(id: string): void {
    this.edges.remove(id);
  }

  /** Sets a top-level member other than "nodes" and "edges". */
  setMember(key: string, value: JsonText): void {
    this.root = this.root.with(key, value);
  }

  removeMember(key: string): void {
    this.root = this.root.without(key);
  }

  /** Puts a node at a place on the canvas; the numbers are rounded to whole pixels. */
  moveNode(id: string, { x, y }: Point): void {
    const node = this.nodes.find(id);
    if (node) {
      const position = (JsonObject.parse(node.object.get("position")) ?? JsonObject.empty).edited([
        ["x", String(Math.round(x) || 0)],
        ["y", String(Math.round(y) || 0)],
      ]);
      this.nodes.replace(id, node.object.with("position", position.toString()).toString());
    }
  }

  /** The edited document; the one before, if nothing was changed. */
  document(): WorkflowDocument {
    const [nodes, edges] = [this.nodes.finish(), this.edges.finish()];
    if (!nodes && !edges && this.root === this.before.root) {
      return this.before;
    }
    let root = this.root;
    if (nodes?.text !== undefined) {
      root = root.with("nodes", nodes.text);
    }
    if (edges?.text !== undefined) {
      root = root.with("edges", edges.text);
    }
    return new WorkflowDocument(root, nodes ?? this.before.nodeList, edges ?? this.before.edgeList);
  }
}

/** The document after an edit. */
export function edited(document: WorkflowDocument, edit: (editor: DocumentEditor) => void): WorkflowDocument {
  const editor = new DocumentEditor(document);
  edit(editor);
  return editor.document();
}
