import { describe, expect, it } from "vitest";

import { asFailed, asGoingOn, toolWords } from "./toolWords";

describe("tool calls in words", () => {
  it.each([
    ["propose_workflow_changes", { changeSet: { ops: [1, 2] } }, "", "Proposed 2 workflow changes", undefined],
    ["upsert_action_type", { item: { name: "check" } }, "", "Saved the action type check", undefined],
    ["test_action_type", { name: "check" }, '{"ok":true}', "Tested check", "passed"],
    ["test_tool", { name: "look" }, '{"ok":false}', "Tested look", "failed"],
    ["validate_composition", {}, '{"valid":false}', "Checked all drafts", "problems found"],
    ["validate_composition", {}, "not JSON", "Checked all drafts", undefined],
    ["mcp__heddle__get_item", { type: "tool", name: "look" }, "", "Read look", undefined],
    ["list_action_types", {}, "", "List action types", undefined],
  ])("%s %j", (name, input, output, label, detail) => {
    const words = toolWords({ name, input, output });
    expect([words.label, words.detail]).toEqual([label, detail]);
  });

  it("links to the draft it is about", () => {
    expect(toolWords({ name: "upsert_tool", input: { item: { name: "look" } } }).target).toEqual({
      type: "tool",
      name: "look",
    });
    expect(toolWords({ name: "simulate_workflow", input: {} }).target).toEqual({ type: "workflow" });
  });
});

describe("a tool call that failed", () => {
  it("is not told as done", () => {
    expect(asFailed("Wrote the draft look")).toBe("Could not write the draft look");
    expect(asFailed("List secrets")).toBe("List secrets");
  });
});

describe("a tool call that goes on", () => {
  it("is told in the present", () => {
    expect(asGoingOn("Tested look-up")).toBe("Testing look-up");
    expect(asGoingOn("List secrets")).toBe("List secrets");
  });
});
