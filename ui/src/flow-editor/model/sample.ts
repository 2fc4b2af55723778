import type { Schemas } from "../../api/client";

/** A value that a field of a type could have. */
export function sampleOf(type: string | undefined): unknown {
  switch (type) {
    case "number":
      return 12.5;
    case "integer":
      return 3;
    case "boolean":
      return true;
    case "date":
      return "2026-01-31";
    case "datetime":
      return "2026-01-31T12:00:00Z";
    case "object":
      return {};
    case "array":
      return [];
    case "string":
      return "text";
    default:
      return null;
  }
}

/** A context in which everything that is declared has a value. */
export const sampleContext = (variables: Schemas["VariableList"] | undefined): string =>
  JSON.stringify(
    Object.fromEntries((variables?.context ?? []).map(({ name, type }) => [name, sampleOf(type)])),
    null,
    2,
  );

/** An event of a type, with nothing in it. */
export const sampleEvent = (type: string): string =>
  JSON.stringify(
    {
      id: "1",
      type: type || "sample",
      source: "sample",
      ref: "",
      actor: { login: "" },
      time: "2026-01-31T12:00:00Z",
      payload: {},
    },
    null,
    2,
  );
