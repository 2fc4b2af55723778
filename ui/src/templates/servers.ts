import { listOf, textOf, type JSONObject } from "../lib/json";

/** An MCP server of a template. Members that are not edited here are kept. */
export type Server = JSONObject;

export const argumentLines = (server: Server): string => listOf(server.args).map(textOf).join("\n");

/** The arguments that lines give, one a line; an empty line at the end is none. */
export function argumentsOf(lines: string): string[] | undefined {
  const args = lines.split("\n");
  while (args.length > 0 && args.at(-1) === "") {
    args.pop();
  }
  return args.length === 0 ? undefined : args;
}

/** The object with a member set, or without it where there is nothing to say. */
export function withPart(object: JSONObject, name: string, value: unknown): JSONObject {
  const { [name]: before, ...rest } = object;
  return value === undefined ? rest : { ...(before === undefined ? rest : object), [name]: value };
}
