// Finds places on the canvas for nodes that have none.
import type { FlowEdge, Point, WorkflowDocument } from "./document";
import { edited } from "./editing";
import { type Graph, graphOf } from "./graph";

/** The size of a node on the canvas, in pixels. */
export const nodeWidth = 180;
export const nodeHeight = 60;
/** The distance between neighbours: columns follow the edges, with room for what stands on them; rows the branches. */
export const column = nodeWidth + 100;
export const row = nodeHeight + 40;

/** How far from the origin a neighbour may stand to be placed beside. */
const farthest = 1e9;

/** Knows which places are taken, sorted into cells so that a look costs the same however many nodes there are. */
class Taken {
  private readonly cells = new Map<string, Point[]>();

  add(at: Point): void {
    const key = this.key(Math.floor(at.x / column), Math.floor(at.y / row));
    this.cells.set(key, [...(this.cells.get(key) ?? []), at]);
  }

  private key(x: number, y: number): string {
    return `${x},${y}`;
  }

  isFree(at: Point): boolean {
    const [x, y] = [Math.floor(at.x / column), Math.floor(at.y / row)];
    for (let dx = -1; dx <= 1; dx++) {
      for (let dy = -1; dy <= 1; dy++) {
        const near = this.cells.get(this.key(x + dx, y + dy)) ?? [];
        if (near.some((other) => Math.abs(at.x - other.x) < column && Math.abs(at.y - other.y) < row)) {
          return false;
        }
      }
    }
    return true;
  }

  /** The free place in the wished column that is nearest to the wish, below rather than above. */
  nearestFree(wish: Point): Point {
    for (let distance = 0; ; distance += row / 2) {
      for (const y of [wish.y + distance, wish.y - distance]) {
        if (this.isFree({ x: wish.x, y })) {
          return { x: wish.x, y };
        }
      }
    }
  }
}

class Placer {
  private readonly graph: Graph;
  private readonly rank: Map<string, number>;
  private readonly placed = new Map<string, Point>();
  /** How far the target's row is from the source's. */
  private readonly rows = new Map<FlowEdge, number>();
  private readonly taken = new Taken();
  readonly order: string[];

  constructor(document: WorkflowDocument) {
    this.graph = graphOf(document);
    this.order = this.graph.forward();
    this.rank = new Map(this.order.map((id, i) => [id, i]));
    for (const id of this.order) {
      const edges = this.graph.outgoing(id);
      edges.forEach((edge, i) => this.rows.set(edge, (i - (edges.length - 1) / 2) * row));
    }
    for (const node of document.nodes) {
      if (node.position) {
        this.occupy(node.id, node.position);
      }
    }
  }

  occupy(id: string, at: Point): void {
    this.taken.add(at);
    if (Math.abs(at.x) < farthest && Math.abs(at.y) < farthest) {
      this.placed.set(id, at);
    }
  }

  place(id: string): Point {
    const at = this.taken.nearestFree(this.behindSources(id) ?? this.beforeTargets(id) ?? { x: 0, y: 0 });
    this.occupy(id, at);
    return at;
  }

  /** How far a group has to be moved from a wished shift, downwards, for all of it to be free. */
  freeShift(group: readonly Point[], wish: Point): Point {
    for (let y = wish.y; ; y += row / 2) {
      if (group.every((at) => this.taken.isFree({ x: at.x + wish.x, y: at.y + y }))) {
        return { x: wish.x, y };
      }
    }
  }

  free(wish: Point): Point {
    return this.taken.nearestFree(wish);
  }

  /** The column right of the rightmost source, at the mean of the rows that the sources have for this target. */
  private behindSources(id: string): Point | undefined {
    const rank = this.rank.get(id) ?? 0;
    const wishes = this.graph.incoming(id).flatMap((edge) => {
      const source = this.placed.get(edge.source);
      const isBefore = (this.rank.get(edge.source) ?? 0) < rank; // not so in cycles
      return source && isBefore ? { x: source.x + column, y: source.y + (this.rows.get(edge) ?? 0) } : [];
    });
    if (wishes.length === 0) {
      return undefined;
    }
    const x = Math.max(...wishes.map((wish) => wish.x));
    return { x, y: wishes.reduce((sum, wish) => sum + wish.y, 0) / wishes.length };
  }

  /** The column left of the leftmost target, in its row. */
  private beforeTargets(id: string): Point | undefined {
    let at: Point | undefined;
    for (const edge of this.graph.outgoing(id)) {
      const target = this.placed.get(edge.target);
      if (target && (!at || target.x - column < at.x)) {
        at = { x: target.x - column, y: target.y };
      }
    }
    return at;
  }
}

/**
 * Gives positions to the nodes that have none: to the right of what leads to them, branches in rows of their own, else
 * to the left of what they lead to. New positions overlap nothing; nodes that have a position never move.
 */
export function placed(document: WorkflowDocument): WorkflowDocument {
  const pending = new Set(document.nodes.filter((node) => !node.position).map((node) => node.id));
  if (pending.size === 0) {
    return document;
  }
  const placer = new Placer(document);
  return edited(document, (editor) => {
    for (const id of placer.order) {
      if (pending.has(id)) {
        editor.moveNode(id, placer.place(id));
      }
    }
  });
}

/** A shift near the wished one by which a group of nodes covers nothing. */
export const freeShift = (document: WorkflowDocument, group: readonly Point[], wish: Point): Point =>
  new Placer(document).freeShift(group, wish);

/** The free place that is nearest to a wished one. */
export const freePlace = (document: WorkflowDocument, wish: Point): Point => new Placer(document).free(wish);
