import { describe, expect, it } from "vitest";

import type { CatalogObject } from "../api/queries/catalog";
import type { Workflow } from "../api/queries/workflows";
import { actionTypesThatAllow, workflowsThatCall } from "./users";

const at = "2026-01-01T00:00:00Z";
type Made = CatalogObject & Pick<Workflow, "createdBy" | "createdAt" | "updatedAt">;
const object = (id: string, name: string, teamId?: string, content = {}): Made => ({
  id,
  name,
  content,
  contentRevision: "",
  createdBy: "",
  createdAt: at,
  updatedAt: at,
  ...(teamId === undefined ? {} : { teamId }),
});
const workflow = (id: string, actionType: string, teamId?: string): Workflow => ({
  ...object(id, id, teamId),
  slug: id,
  entryMode: "team_only",
  isActive: true,
  newestVersion: 1,
  version: 1,
  revision: 1,
  document: { nodes: [{ id: "n", type: "action", config: { actionType } }] },
});

describe("who uses an object", () => {
  const everyones = object("1", "check");
  const teams = object("2", "check", "a");
  const all = [everyones, teams];
  const workflows = [
    workflow("x", "check"),
    workflow("y", "check", "a"),
    workflow("z", "check", "b"),
    workflow("o", "other"),
  ];

  it("is found by name, and the team's own object goes before the one for everyone", () => {
    expect(workflowsThatCall(everyones, all, workflows).map(({ id }) => id)).toEqual(["x", "z"]);
    expect(workflowsThatCall(teams, all, workflows).map(({ id }) => id)).toEqual(["y"]);
  });

  it("are for a tool the action types that allow it", () => {
    const tool = object("3", "order-status");
    const types = [object("4", "a", undefined, { allowedTools: ["order-status"] }), object("5", "b")];
    expect(actionTypesThatAllow(tool, [tool], types).map(({ id }) => id)).toEqual(["4"]);
  });
});
