import { describe, expect, it } from "vitest";

import { edgePath, labelWidth } from "./edgePath";

const ends = { sourceX: 1000, sourceY: 500, targetX: 600, targetY: 300 };

describe("the line of an edge that leads back", () => {
  it.each([
    ["up", 300, 450],
    ["in its row", 500, 450],
    ["down", 700, 550],
    ["a little down, so above both", 560, 450],
    ["a little up, so above both", 440, 390],
  ])("%s runs beside the row it leaves", (_, targetY, y) => {
    const { path, labelY } = edgePath({ ...ends, targetY }, true);
    expect(labelY).toBe(y);
    expect(path).toContain(`,${y}`);
  });
  it("has room for a short label at least", () => {
    expect(labelWidth(ends)).toBe(84);
    expect(labelWidth({ ...ends, targetX: 1100 })).toBe(86);
  });
});
