import { describe, expect, it } from "vitest";

import type { Secret } from "../api/queries/secrets";
import { nameTrouble, valueTrouble } from "./rules";
import { usersOf, type Kept } from "./users";

const at = "2026-01-01T00:00:00Z";
const secret = (name: string, teamId?: string): Secret => ({
  name,
  createdBy: "u",
  createdAt: at,
  updatedBy: "u",
  updatedAt: at,
  ...(teamId === undefined ? {} : { teamId }),
});
const kept = (id: string, content: Record<string, unknown>, teamId?: string): Kept => ({
  kind: "tool",
  object: { ...secret(id, teamId), id, content, contentRevision: "" },
});

describe("who uses a secret", () => {
  const everyones = secret("KEY");
  const own = secret("KEY", "t1");
  const all = [
    kept("provider", { secret: "KEY" }),
    kept("tool", { secrets: ["OTHER", "KEY"] }, "t1"),
    kept("other", { secrets: ["KEY"] }, "t2"),
    kept("none", { secrets: ["OTHER"] }),
  ];
  const named = (found: Kept[]) => found.map(({ object }) => object.id);

  it("is what names it, whether as a key or among several", () => {
    expect(named(usersOf(everyones, [everyones], all))).toEqual(["provider", "tool", "other"]);
  });

  it("is not what gets the team's own one", () => {
    expect(named(usersOf(everyones, [everyones, own], all))).toEqual(["provider", "other"]);
    expect(named(usersOf(own, [everyones, own], all))).toEqual(["tool"]);
  });
});

describe("a secret", () => {
  it("has the name of a variable that is not Heddle's", () => {
    expect(["ORDERS_KEY", "_a1"].map(nameTrouble)).toEqual([undefined, undefined]);
    for (const name of ["", "1A", "MY KEY", "PATH", "HEDDLE_KEY", "INPUT_A", "A".repeat(65)]) {
      expect(nameTrouble(name)).toBeDefined();
    }
  });

  it("has a value that can be hidden", () => {
    expect(valueTrouble("12345678")).toBeUndefined();
    expect(valueTrouble("1234567")).toBeDefined();
    expect(valueTrouble("ä".repeat(4))).toBeUndefined();
    expect(valueTrouble("x".repeat(32769))).toBeDefined();
  });
});
