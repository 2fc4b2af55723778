import type { FlowEdge, FlowNode, WorkflowDocument } from "./document";

/** What leads where in one document. Edges whose ends do not exist are not part of it. */
export class Graph {
  readonly nodes: readonly FlowNode[];
  private readonly leaving = new Map<string, FlowEdge[]>();
  private readonly entering = new Map<string, FlowEdge[]>();

  constructor(document: WorkflowDocument) {
    this.nodes = document.nodes.filter((node) => document.node(node.id) === node);
    for (const { id } of this.nodes) {
      this.leaving.set(id, []);
      this.entering.set(id, []);
    }
    for (const edge of document.edges) {
      const [from, to] = [this.leaving.get(edge.source), this.entering.get(edge.target)];
      if (from && to) {
        from.push(edge);
        to.push(edge);
      }
    }
  }

  /** The edges that leave the node, in document order. */
  outgoing(nodeId: string): readonly FlowEdge[] {
    return this.leaving.get(nodeId) ?? [];
  }

  incoming(nodeId: string): readonly FlowEdge[] {
    return this.entering.get(nodeId) ?? [];
  }

  /** The edges that a branch chooses from: neither default nor timeout edges, by priority, then in document order. */
  routes(nodeId: string): FlowEdge[] {
    return this.outgoing(nodeId)
      .filter((edge) => !edge.isDefault && !edge.isTimeout)
      .sort((a, b) => a.priority - b.priority);
  }

  /** Tells whether all edges of the node are taken, each by a branch of its own. */
  isFork(nodeId: string): boolean {
    const routes = this.routes(nodeId);
    return routes.length > 1 && routes.every((edge) => edge.condition.trim() === "");
  }

  /** All nodes such that an edge leads from earlier to later, except in cycles: the reverse postorder of walks. */
  forward(): string[] {
    const seen = new Set<string>();
    const postorder: string[] = [];
    const walkFrom = (isRoot: (node: FlowNode) => boolean) => {
      for (const node of [...this.nodes].reverse()) {
        if (!seen.has(node.id) && isRoot(node)) {
          this.walk(node.id, seen, postorder);
        }
      }
    };
    walkFrom((node) => this.incoming(node.id).length === 0 && node.type !== "start");
    walkFrom((node) => node.type === "start");
    walkFrom(() => true);
    return postorder.reverse();
  }

  private walk(start: string, seen: Set<string>, postorder: string[]): void {
    const stack = [{ id: start, next: 0 }];
    seen.add(start);
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const edges = this.outgoing(top.id);
      const edge = edges[edges.length - 1 - top.next]; // so that first edges come first in the reverse
      top.next++;
      if (!edge) {
        postorder.push(top.id);
        stack.pop();
      } else if (!seen.has(edge.target)) {
        seen.add(edge.target);
        stack.push({ id: edge.target, next: 0 });
      }
    }
  }

  /** The nodes at which all branches of some fork meet, with those forks. */
  joins(): Map<string, string[]> {
    const joins = new Map<string, string[]>();
    const after = this.postDominators();
    for (const { id } of this.nodes) {
      const join = this.isFork(id) ? after.get(id) : undefined;
      if (join !== undefined) {
        joins.set(join, [...(joins.get(join) ?? []), id]);
      }
    }
    return joins;
  }

  /** The nearest node that every way from a node to an end passes (Cooper, Harvey, Kennedy 2001, on the reverse graph). */
  private postDominators(): Map<string, string> {
    const order = this.reverseOrder();
    const rank = new Map(order.map((id, i) => [id, i]));
    const up = new Map<string, string>([["", ""]]); // "" is the virtual exit
    const meet = (a: string, b: string): string => {
      while (a !== b) {
        if ((rank.get(a) ?? -1) > (rank.get(b) ?? -1)) {
          a = up.get(a) ?? "";
        } else {
          b = up.get(b) ?? "";
        }
      }
      return a;
    };
    for (let changed = true; changed;) {
      changed = false;
      for (const id of order) {
        const known = this.nextOf(id).filter((next) => up.has(next));
        const found = known.length > 0 ? known.reduce(meet) : undefined;
        if (found !== undefined && up.get(id) !== found) {
          up.set(id, found);
          changed = true;
        }
      }
    }
    return new Map([...up].filter(([, to]) => to !== ""));
  }

  private nextOf(id: string): string[] {
    const edges = this.outgoing(id).filter((edge) => !(edge.isTimeout && this.isFork(id)));
    return edges.length > 0 ? edges.map((edge) => edge.target) : [""];
  }

  /** The nodes from the ends backwards, each before those that lead to it, cycles aside. */
  private reverseOrder(): string[] {
    const seen = new Set<string>();
    const postorder: string[] = [];
    for (const { id } of this.nodes) {
      if (this.outgoing(id).length === 0 && !seen.has(id)) {
        const stack = [{ id, next: 0 }];
        seen.add(id);
        for (let top = stack.at(-1); top; top = stack.at(-1)) {
          const edge = this.incoming(top.id)[top.next++];
          if (!edge) {
            postorder.push(top.id);
            stack.pop();
          } else if (!seen.has(edge.source)) {
            seen.add(edge.source);
            stack.push({ id: edge.source, next: 0 });
          }
        }
      }
    }
    return postorder.reverse();
  }
}

const graphs = new WeakMap<WorkflowDocument, Graph>();

/** The graph of a document, made once. */
export function graphOf(document: WorkflowDocument): Graph {
  let graph = graphs.get(document);
  if (!graph) {
    graph = new Graph(document);
    graphs.set(document, graph);
  }
  return graph;
}
