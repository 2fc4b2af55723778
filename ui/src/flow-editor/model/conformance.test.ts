import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { applyChecked, parseChangeSet } from "./changeset";
import { WorkflowDocument } from "./document";
import { JsonList, JsonObject, quote, stringOf } from "./json";
import { Refusal } from "./opShape";
import { revisionOf } from "./revision";

// Read as text, so that number lexemes and key order are those of the files.
const file = (name: string) =>
  readFileSync(join(import.meta.dirname, "../../../../domain/testdata/conformance", name), "utf8").trim();
const object = (text: string | undefined): JsonObject => {
  const parsed = JsonObject.parse(text);
  if (!parsed) {
    throw new Error(`no object: ${String(text)}`);
  }
  return parsed;
};
const member = (of: JsonObject, name: string): string => of.get(name) ?? "";

describe("content revisions", () => {
  const cases = (JsonList.parse(file("content-revision.json"))?.values ?? []).map(object);
  it("are there", () => {
    expect(cases.length).toBeGreaterThan(0);
  });
  it.each(cases.map((c) => [stringOf(c.get("name")), c] as const))("%s", (_, c) => {
    expect(revisionOf(WorkflowDocument.parse(member(c, "workflow")))).toBe(stringOf(c.get("revision")));
  });
});

describe("change sets", () => {
  const all = object(file("changesets.json"));
  const workflows = object(all.get("workflows"));
  const cases = (JsonList.parse(all.get("cases"))?.values ?? []).map(object);
  it("are there", () => {
    expect(cases.length).toBeGreaterThan(0);
  });
  it.each(cases.map((c) => [stringOf(c.get("name")), c] as const))("%s", (_, c) => {
    const text = member(workflows, stringOf(c.get("workflow")) ?? "");
    const before = WorkflowDocument.parse(text);
    let written = object(c.get("changeSet"));
    if (stringOf(written.get("baseRevision")) === "@current") {
      written = written.with("baseRevision", quote(revisionOf(before)));
    }
    const apply = () => applyChecked(before, parseChangeSet(written.toString()));
    if (c.has("error")) {
      const want = JSON.parse(member(c, "error")) as { code: string; opIndex?: number };
      const refusal = refusalOf(apply);
      expect({ code: refusal.code, opIndex: refusal.opIndex }).toEqual({ code: want.code, opIndex: want.opIndex });
      expect(refusal.reason).not.toBe("");
    } else {
      expect(revisionOf(apply())).toBe(revisionOf(WorkflowDocument.parse(member(c, "expected"))));
    }
    expect(before.text).toBe(text);
  });
});

function refusalOf(call: () => unknown): Refusal {
  try {
    call();
  } catch (error) {
    if (error instanceof Refusal) {
      return error;
    }
    throw error;
  }
  throw new Error("it was not refused");
}

describe("every built-in config", () => {
  it("comes through a read and an edit without loss", () => {
    const text = member(object(file("config-v1.json")), "workflow");
    const document = WorkflowDocument.parse(text);
    expect(document.text).toBe(text);
    expect(document.nodes.map(({ type }) => type)).toEqual([
      "start",
      "action",
      "human-task",
      "receive-event",
      "wait",
      "end",
    ]);
  });
});
