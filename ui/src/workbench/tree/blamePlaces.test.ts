import { describe, expect, it } from "vitest";

import { leavesOf, placeWords } from "./blamePlaces";

describe("blamed places", () => {
  it("leaves out what only holds others", () => {
    const place = (path: string) => ({ path, since: "r", added: "r" });
    const places = ["/nodes/a", "/nodes/a/config", "/nodes/a/config/title", "/nodes/ab"].map(place);
    expect(leavesOf(places).map((p) => p.path)).toEqual(["/nodes/a/config/title", "/nodes/ab"]);
  });

  it("names places as people know them", () => {
    const names = new Map([["check", "Check the amount"]]);
    expect(placeWords("/nodes/check/config/title", names)).toBe("Check the amount › config › title");
    expect(placeWords("/nodes/other~1one/name", names)).toBe("other/one › name");
    expect(placeWords("/script/source", names)).toBe("script › source");
    expect(placeWords("", names)).toBe("everything");
  });
});
