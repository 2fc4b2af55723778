import type { Point } from "./document";

export type Direction = "left" | "right" | "up" | "down";

/** The nearest place in a direction: what is straight ahead comes before what is to the side. */
export function nearestIn<T extends Point>(from: Point, places: readonly T[], direction: Direction): T | undefined {
  const isAlongX = direction === "left" || direction === "right";
  const sign = direction === "right" || direction === "down" ? 1 : -1;
  let best: T | undefined;
  let bestCost = Infinity;
  for (const place of places) {
    const [dx, dy] = [place.x - from.x, place.y - from.y];
    const ahead = sign * (isAlongX ? dx : dy);
    const aside = Math.abs(isAlongX ? dy : dx);
    const cost = ahead + 2.5 * aside;
    if (ahead > 4 && cost < bestCost) {
      [best, bestCost] = [place, cost];
    }
  }
  return best;
}
