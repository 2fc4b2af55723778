import { WorkflowDocument } from "./document";
import { JsonError } from "./jsonCheck";

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value);

const isListOfObjects = (value: unknown): boolean => Array.isArray(value) && value.every(isObject);

/**
 * Reads the text of a file as a workflow document. An editor copes with any JSON object, so that nothing is lost; a file
 * without lists of nodes and edges is more likely another kind of file. Throws a JsonError that says what it lacks.
 */
export function parseImported(text: string): WorkflowDocument {
  const document = WorkflowDocument.parse(text);
  const { nodes, edges } = JSON.parse(text) as Record<string, unknown>;
  for (const [name, list] of Object.entries({ nodes, edges })) {
    if (!isListOfObjects(list)) {
      throw new JsonError("not-an-object", `“${name}” has to be a list of objects.`);
    }
  }
  return document;
}
