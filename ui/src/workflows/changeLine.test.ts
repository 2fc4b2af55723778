import { describe, expect, it } from "vitest";

import type { Change } from "./changes";
import { changeLine } from "./changeLine";

const change = (kind: Change["kind"], what: string): Change => ({ kind, what, details: [] });
const sides = { before: {}, after: {} };

describe("what changed in a version", () => {
  it("is told in a line", () => {
    const changes = [change("added", "Wait “Pause”"), change("removed", "End “Done”")];
    const document = { changes, summary: "", moved: 3 };
    expect(changeLine({ ...sides, document, used: [] })).toBe("Wait “Pause” added, End “Done” removed");
    expect(changeLine({ ...sides, document, used: [change("changed", "Tool “a”")] })).toBe(
      "Wait “Pause” added, End “Done” removed and 1 more",
    );
  });

  it("may be the places only, nothing, or everything", () => {
    const document = { changes: [], summary: "", moved: 1 };
    expect(changeLine({ ...sides, document, used: [] })).toBe("1 step moved");
    expect(changeLine({ ...sides, document: { ...document, moved: 0 }, used: [] })).toBe("Nothing that matters");
    expect(changeLine({ ...sides, used: [] })).toBe("More than steps and edges");
  });
});
