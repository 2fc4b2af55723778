import type { ValidationProblem } from "../contract";
import type { Point } from "../model/document";

/** Where a menu opens, and what for. */
export interface MenuPlace {
  kind: "canvas" | "node" | "edge" | "selection" | "add" | "problem";
  /** On the screen. */
  x: number;
  y: number;
  /** On the canvas. */
  at?: Point;
  /** The node that a new one comes after. */
  after?: string;
  problem?: ValidationProblem;
}
