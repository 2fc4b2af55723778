import { plural, t } from "@lingui/core/macro";

import type { ToolBlock } from "./conversation";

/** The draft that a tool call is about; one of configuration is known by its path. */
export type ToolTarget =
  { type: "workflow" } | { type: "action-type" | "tool"; name: string } | { type: "config-item"; path: string };

export interface ToolWords {
  label: string;
  detail?: string;
  target?: ToolTarget;
  /** It was answered, but with bad news. */
  bad?: boolean;
  /** It changed something. */
  changes?: boolean;
}

type Json = Record<string, unknown>;

const object = (value: unknown): Json => (typeof value === "object" && value !== null ? (value as Json) : {});
const text = (value: unknown): string => (typeof value === "string" ? value : "");
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function parsed(output: string | undefined): Json {
  try {
    return object(JSON.parse(output ?? ""));
  } catch {
    return {};
  }
}

function ofItem(type: "action-type" | "tool", label: string, name: string, more: Partial<ToolWords> = {}): ToolWords {
  return { label: `${label} ${name}`.trim(), ...(name ? { target: { type, name } } : {}), ...more };
}

function ofConfig(label: string, input: Json, more: Partial<ToolWords> = {}): ToolWords {
  const [kind, name] = [text(input.kind), text(input.name)];
  const path = kind && name ? `${kind}/${name}.json` : "";
  return { label: `${label} ${name}`.trim(), ...(path ? { target: { type: "config-item", path } } : {}), ...more };
}

const tested = (answer: Json): Partial<ToolWords> => ({
  ...(answer.ok === undefined ? {} : { detail: answer.ok === true ? "passed" : "failed" }),
});

const words: Record<string, (input: Json, answer: Json) => ToolWords> = {
  get_composition: () => ({ label: t`Looked at the composition` }),
  get_item: (input) => {
    const type = text(input.type);
    return type === "tool" || type === "action-type"
      ? ofItem(type, t`Read`, text(input.name))
      : { label: t`Read the workflow`, target: { type: "workflow" } };
  },
  propose_workflow_changes: (input) => ({
    label: t`Proposed ${plural(list(object(input.changeSet).ops).length, { one: "# workflow change", other: "# workflow changes" })}`,
    target: { type: "workflow" },
    changes: true,
  }),
  upsert_action_type: (input) =>
    ofItem("action-type", t`Saved the action type`, text(object(input.item).name), { changes: true }),
  upsert_tool: (input) => ofItem("tool", t`Saved the tool`, text(object(input.item).name), { changes: true }),
  remove_item: (input) => ({ label: t`Removed ${text(input.name)}`, changes: true }),
  validate_composition: (_, answer) => ({
    label: t`Checked all drafts`,
    ...(answer.valid === undefined ? {} : { detail: answer.valid === true ? t`valid` : t`problems found` }),
  }),
  test_action_type: (input, answer) => ofItem("action-type", t`Tested`, text(input.name), tested(answer)),
  test_tool: (input, answer) => ofItem("tool", t`Tested`, text(input.name), tested(answer)),
  simulate_workflow: () => ({ label: t`Simulated the workflow`, target: { type: "workflow" } }),
  evaluate_expression: (input, answer) => ({
    label: t`Checked an expression`,
    detail: text(input.expression),
    bad: answer.error !== undefined,
  }),
  list_config_items: () => ({ label: t`Looked at the drafts` }),
  get_config_item: (input) => ofConfig(t`Read the draft`, input),
  edit_config_item: (input) => ofConfig(t`Started the draft`, input, { changes: true }),
  write_config_item: (input) => ofConfig(t`Wrote the draft`, input, { changes: true }),
  remove_config_item: (input) => ({ label: t`Discarded the draft ${text(input.name)}`, changes: true }),
  validate_config_items: () => ({ label: t`Checked all drafts` }),
  list_stream_events: () => ({ label: t`Looked for real events` }),
  get_stream_event: () => ({ label: t`Looked at a real event` }),
};

const present: Record<string, string> = {
  Checked: t`Checking`,
  Discarded: t`Discarding`,
  Looked: t`Looking`,
  Proposed: t`Proposing`,
  Removed: t`Removing`,
  Read: t`Reading`,
  Saved: t`Saving`,
  Simulated: t`Simulating`,
  Started: t`Starting`,
  Tested: t`Testing`,
  Wrote: t`Writing`,
};

/** What is still being done, in words. */
export const asGoingOn = (label: string): string => label.replace(/^\w+/, (word) => present[word] ?? word);

const failing: Record<string, string> = {
  Checked: t`Could not check`,
  Discarded: t`Could not discard`,
  Looked: t`Could not look`,
  Proposed: t`Could not propose`,
  Removed: t`Could not remove`,
  Read: t`Could not read`,
  Saved: t`Could not save`,
  Simulated: t`Could not simulate`,
  Started: t`Could not start`,
  Tested: t`Could not test`,
  Wrote: t`Could not write`,
};

/** What was not done, in words. */
export const asFailed = (label: string): string => label.replace(/^\w+/, (word) => failing[word] ?? word);

/** A tool call in words of the person's world. */
export function toolWords(tool: Pick<ToolBlock, "name" | "input" | "output">): ToolWords {
  const name = tool.name.replace(/^mcp__[^_]+(?:_[^_]+)*?__/, "").replace(/^heddle_/, "");
  const make = words[name];
  if (make) {
    return make(tool.input, parsed(tool.output));
  }
  const plain = name.replaceAll("_", " ");
  return { label: plain.charAt(0).toUpperCase() + plain.slice(1) };
}
