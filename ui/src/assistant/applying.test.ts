import { describe, expect, it } from "vitest";

import type { PlannedItem } from "../api/queries/packs";
import { hindrance, rowsOf } from "./applying";
import { grouped, ownName } from "./kinds";

const planned = (change: PlannedItem["change"], more: Partial<PlannedItem> = {}): PlannedItem => ({
  type: "tool",
  name: "count",
  change,
  contentRevision: "sha256:0",
  problems: [],
  ...more,
});

const draft = {
  kind: "tools",
  name: "count",
  path: "tools/count.json",
  state: "new" as const,
  contentRevision: "sha256:0",
  author: "ai" as const,
  updatedBy: "u",
  updatedAt: "2026-01-01T00:00:00Z",
  problems: [],
};

const conflict: NonNullable<PlannedItem["conflict"]> = {
  item: "tool/count",
  reason: "changed",
  content: {},
  contentRevision: "sha256:0",
};

describe("applying drafts", () => {
  it("waits for the turn, for errors to be mended, and for conflicts to be forced", () => {
    const error = { severity: "error" as const, code: "X", message: "wrong" };
    expect(hindrance([planned("create")], { force: false, busy: false, unsaved: false })).toBeUndefined();
    expect(hindrance([planned("create")], { force: false, busy: true, unsaved: false })).toMatch(/at work/);
    expect(hindrance([planned("create")], { force: true, busy: false, unsaved: true })).toMatch(/not saved/);
    expect(hindrance([planned("create", { problems: [error] })], { force: true, busy: false, unsaved: false })).toMatch(
      /errors/,
    );
    expect(hindrance([planned("conflict", { conflict })], { force: false, busy: false, unsaved: false })).toMatch(
      /Others changed/,
    );
    expect(
      hindrance([planned("conflict", { conflict })], { force: true, busy: false, unsaved: false }),
    ).toBeUndefined();
    expect(
      hindrance([planned("conflict", { conflict: { ...conflict, reason: "name-taken" } })], {
        force: true,
        busy: false,
        unsaved: false,
      }),
    ).toMatch(/name/);
    expect(hindrance([planned("unchanged")], { force: false, busy: false, unsaved: false })).toMatch(/already/);
  });

  it("shows each draft with its part of the plan", () => {
    expect(rowsOf([draft], [planned("create")])[0]?.planned?.change).toBe("create");
    expect(rowsOf([draft], [planned("create", { type: "action-type" })])[0]?.planned).toBeUndefined();
    expect(rowsOf([draft])[0]?.planned).toBeUndefined();
  });
});

describe("the kinds of drafts", () => {
  it("come in one order, and those that are not known last", () => {
    const groups = grouped([{ kind: "later", name: "a" }, draft, { kind: "workflows", name: "b" }]);
    expect(groups.map(({ kind }) => kind.many)).toEqual(["Workflows", "Tools", "later"]);
  });

  it("know where a draft says its name", () => {
    expect(ownName("workflows", '{"slug":"refunds","name":"x"}')).toBe("refunds");
    expect(ownName("tools", '{"name":"count"}')).toBe("count");
    expect(ownName("tools", "[]")).toBe("");
  });
});
