import type { WorkflowDocument } from "./document";
import { DocumentEditor } from "./editing";
import { isNull, JsonList, JsonObject, type JsonText, kindOf, stringOf } from "./json";
import { checkJson, JsonError } from "./jsonCheck";
import { malformed, misspelt, Refusal } from "./opShape";
import { parseOp } from "./ops";
import { revisionOf } from "./revision";

/** An ordered, atomic list of operations against the document with one content revision. */
export interface ChangeSet {
  id: string;
  baseRevision: string;
  author: string;
  summary: string;
  ops: readonly JsonText[];
}

/** Reads a change set. Throws a Refusal for what is none; an op that is malformed is refused in its turn only. */
export function parseChangeSet(text: string): ChangeSet {
  try {
    checkJson(text);
  } catch (error) {
    throw error instanceof JsonError ? malformed(error.message) : error;
  }
  const object = JsonObject.parse(text.trim());
  if (!object) {
    throw malformed(`a change set is a JSON object, not ${kindOf(text.trim())}`);
  }
  const list = JsonList.parse(object.get("ops"));
  if (!list) {
    throw malformed(`ops must be a list, not ${kindOf(object.get("ops"))}${misspelt("ops", object)}`);
  }
  const field = (name: string): string => {
    const value = object.get(name);
    const written = stringOf(value);
    if (written === undefined && !isNull(value)) {
      throw malformed(`${name} must be text, not ${kindOf(value)}`);
    }
    return written ?? "";
  };
  return {
    id: field("id"),
    baseRevision: field("baseRevision"),
    author: field("author"),
    summary: field("summary"),
    ops: list.values,
  };
}

/** Applies the operations in order, all or nothing, whatever the base revision is. Throws a Refusal. */
export function applyChangeSet(document: WorkflowDocument, set: ChangeSet): WorkflowDocument {
  const editor = new DocumentEditor(document);
  set.ops.forEach((op, i) => {
    try {
      parseOp(op)(editor);
    } catch (error) {
      throw error instanceof Refusal ? new Refusal(error.code, error.reason, i) : error;
    }
  });
  return editor.document();
}

/** Applies a change set whose base revision must be that of the document. Throws a Refusal. */
export function applyChecked(document: WorkflowDocument, set: ChangeSet): WorkflowDocument {
  const current = revisionOf(document);
  if (set.baseRevision === "") {
    throw new Refusal("stale", `the change set has no baseRevision; the document's current revision is ${current}`);
  }
  if (set.baseRevision !== current) {
    const reason = `the change set is based on revision ${set.baseRevision}, but the document's is ${current}`;
    throw new Refusal("stale", reason);
  }
  return applyChangeSet(document, set);
}
