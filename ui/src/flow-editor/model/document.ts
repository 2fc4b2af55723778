import { booleanOf, int32Of, JsonList, JsonObject, type JsonText, numberOf, stringOf } from "./json";
import { checkJson, JsonError } from "./jsonCheck";

/** The node types of the wire contract, version 1. */
export const nodeTypes = ["start", "action", "human-task", "receive-event", "wait", "end"] as const;
export type NodeType = (typeof nodeTypes)[number];

export interface Point {
  x: number;
  y: number;
}

/** One node of a document. It is immutable. Members of the wrong JSON type read as absent. */
export class FlowNode {
  readonly id: string;
  readonly name: string;
  /** As written, which may be a type that does not exist. */
  readonly type: string;
  readonly position: Point | undefined;
  readonly configText: JsonText | undefined;
  private parsedConfig: JsonObject | undefined;

  constructor(
    readonly text: JsonText,
    object: JsonObject,
  ) {
    this.id = stringOf(object.get("id")) ?? "";
    this.name = stringOf(object.get("name")) ?? "";
    this.type = stringOf(object.get("type")) ?? "";
    this.configText = object.get("config");
    const position = JsonObject.parse(object.get("position"));
    const [x, y] = [numberOf(position?.get("x")), numberOf(position?.get("y"))];
    this.position = x !== undefined && y !== undefined ? { x, y } : undefined;
  }

  /** What people call the node. */
  get title(): string {
    return this.name.trim() || this.id;
  }

  /** The node's config; empty when it has none. */
  get config(): JsonObject {
    return (this.parsedConfig ??= JsonObject.parse(this.configText) ?? JsonObject.empty);
  }

  get object(): JsonObject {
    return JsonObject.parse(this.text) ?? JsonObject.empty;
  }
}

/** One edge of a document. It is immutable. Members of the wrong JSON type read as absent. */
export class FlowEdge {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly condition: string;
  readonly label: string;
  readonly priority: number;
  readonly isDefault: boolean;
  readonly isTimeout: boolean;

  constructor(
    readonly text: JsonText,
    object: JsonObject,
  ) {
    this.id = stringOf(object.get("id")) ?? "";
    this.source = stringOf(object.get("source")) ?? "";
    this.target = stringOf(object.get("target")) ?? "";
    this.condition = stringOf(object.get("condition")) ?? "";
    this.label = stringOf(object.get("label")) ?? "";
    this.priority = int32Of(object.get("priority")) ?? 0;
    this.isDefault = booleanOf(object.get("isDefault")) ?? false;
    this.isTimeout = booleanOf(object.get("isTimeout")) ?? false;
  }

  get object(): JsonObject {
    return JsonObject.parse(this.text) ?? JsonObject.empty;
  }
}

/** An element of "nodes" or "edges": its text, and what it is unless it is no object. */
export interface Listed<T> {
  text: JsonText;
  element: T | undefined;
}

/** The list of nodes or of edges, together with its text. */
export interface ElementList<T> {
  /** Undefined when the member is absent. */
  text: JsonText | undefined;
  listed: readonly Listed<T>[];
}

export function listedNode(text: JsonText): Listed<FlowNode> {
  const object = JsonObject.parse(text);
  return { text, element: object && new FlowNode(text, object) };
}

export function listedEdge(text: JsonText): Listed<FlowEdge> {
  const object = JsonObject.parse(text);
  return { text, element: object && new FlowEdge(text, object) };
}

const elementsOf = <T>(list: ElementList<T>): T[] => list.listed.flatMap(({ element }) => element ?? []);

/** Maps ids to the first element that has them. */
function byId<T extends { id: string }>(elements: readonly T[]): Map<string, T> {
  const index = new Map<string, T>();
  for (const element of elements) {
    if (element.id !== "" && !index.has(element.id)) {
      index.set(element.id, element);
    }
  }
  return index;
}

/** An immutable workflow document. It is its text; what is decoded is a view of it. */
export class WorkflowDocument {
  readonly nodes: readonly FlowNode[];
  readonly edges: readonly FlowEdge[];
  private readonly nodeIndex: Map<string, FlowNode>;
  private readonly edgeIndex: Map<string, FlowEdge>;
  private written: string | undefined;

  constructor(
    readonly root: JsonObject,
    readonly nodeList: ElementList<FlowNode>,
    readonly edgeList: ElementList<FlowEdge>,
    text?: string,
  ) {
    this.nodes = elementsOf(nodeList);
    this.edges = elementsOf(edgeList);
    this.nodeIndex = byId(this.nodes);
    this.edgeIndex = byId(this.edges);
    this.written = text;
  }

  /** Reads a document. Throws a JsonError for a text that is no acceptable JSON object. */
  static parse(text: string): WorkflowDocument {
    checkJson(text);
    const root = JsonObject.parse(text.trim());
    if (!root) {
      throw new JsonError("not-an-object", "A workflow document is a JSON object.");
    }
    return new WorkflowDocument(root, list(root.get("nodes"), listedNode), list(root.get("edges"), listedEdge), text);
  }

  /** The document's JSON text: what was parsed, if nothing was edited. */
  get text(): string {
    return (this.written ??= this.root.toString());
  }

  get id(): string {
    return stringOf(this.root.get("id")) ?? "";
  }

  get name(): string {
    return stringOf(this.root.get("name")) ?? "";
  }

  get description(): string {
    return stringOf(this.root.get("description")) ?? "";
  }

  /** Finds a node by its id; of several with one id the first. */
  node(id: string): FlowNode | undefined {
    return this.nodeIndex.get(id);
  }

  edge(id: string): FlowEdge | undefined {
    return this.edgeIndex.get(id);
  }

  /** What people call the node with the id. */
  titleOf(nodeId: string): string {
    return this.node(nodeId)?.title ?? nodeId;
  }
}

function list<T>(value: JsonText | undefined, listed: (text: JsonText) => Listed<T>): ElementList<T> {
  return { text: value, listed: (JsonList.parse(value)?.values ?? []).map(listed) };
}
