import { t } from "@lingui/core/macro";

import { answer, api, type Schemas } from "../api/client";
import type { ActionTypeInfo, ContextAction, EditorContext, FieldInfo, FlowEditorHost } from "../flow-editor/contract";
import type { Draft } from "./types";
import { recentContexts, storedEvents } from "./trialValues";

type Json = Record<string, unknown>;

const object = (value: unknown): Json => (typeof value === "object" && value !== null ? (value as Json) : {});
const text = (value: unknown): string => (typeof value === "string" ? value : "");

function fieldsOf(value: unknown): FieldInfo[] {
  return (Array.isArray(value) ? value : []).map((entry) => {
    const field = object(entry);
    return {
      name: text(field.name),
      type: text(field.type) || "string",
      ...(text(field.label) ? { label: text(field.label) } : {}),
      ...(field.required === true ? { required: true } : {}),
    };
  });
}

/** The catalog overlaid by the drafts of the composition. */
export function overlaid(published: readonly Schemas["CatalogObject"][], drafts: readonly Draft[]): ActionTypeInfo[] {
  const mine = drafts.filter((draft) => draft.type === "action-type");
  const based = new Set(mine.map((draft) => draft.baseItemId).filter((id) => id !== undefined));
  const names = new Set(mine.map((draft) => draft.name));
  const info = (name: string, content: Json, draft: boolean): ActionTypeInfo => ({
    name,
    label: text(content.label) || name,
    description: text(content.description),
    inputs: fieldsOf(content.inputs),
    outputs: fieldsOf(content.outputs),
    draft,
  });
  return [
    ...mine.map((draft) => info(draft.name, draft.content, true)),
    ...published
      .filter((entry) => !names.has(entry.name) && !based.has(entry.id))
      .map((entry) => info(entry.name, entry.content, false)),
  ].sort((a, b) => a.name.localeCompare(b.name));
}

/** What the editor asks for about a place, in words for the agent. */
export function questionAbout({ kind, nodeIds, problem }: EditorContext, names: ReadonlyMap<string, string>): string {
  const named = nodeIds.map((id) => `“${names.get(id) ?? id}” (${id})`).join(", ");
  if (problem) {
    return t`Please fix this problem${named ? t` at ${named}` : ""}: ${problem.message}`;
  }
  switch (kind) {
    case "node":
    case "selection":
      return t`About ${named}: `;
    case "edge":
      return t`About the selected connection: `;
    default:
      return t`About this workflow: `;
  }
}

interface Needs {
  published: readonly Schemas["CatalogObject"][];
  tools: readonly Schemas["CatalogObject"][];
  drafts: readonly Draft[];
  busy: boolean;
  readOnly: boolean;
  names: ReadonlyMap<string, string>;
  ask: (text: string) => void;
  /** Is told of each expression that was tried. */
  evaluated: (question: Schemas["Evaluation"], result: Schemas["EvaluationResult"]) => void;
  openActionType: FlowEditorHost["openActionType"];
}

/** Sends a question with the document as it is written. */
const withDocument = (document: string, members: Json): string => {
  const rest = JSON.stringify(members);
  return `{"document":${document}${rest === "{}" ? "" : `,${rest.slice(1, -1)}`}}`;
};

/** What the workbench does for the flow editor. */
export function makeHost({
  published,
  tools,
  drafts,
  busy,
  readOnly,
  names,
  ask,
  evaluated,
  openActionType,
}: Needs): FlowEditorHost {
  const contents = () => {
    const mine = drafts.filter((draft) => draft.type === "action-type");
    const taken = new Set(mine.map((draft) => draft.name));
    return [
      ...mine.map((draft) => draft.content),
      ...published.filter((p) => !taken.has(p.name)).map((p) => p.content),
    ];
  };
  const catalog = () => ({
    actionTypes: contents(),
    tools: [
      ...new Set([...drafts.filter((d) => d.type === "tool").map((d) => d.name), ...tools.map((tool) => tool.name)]),
    ],
  });
  return {
    actionTypes: overlaid(published, drafts),
    openActionType,
    contextActions: (context): ContextAction[] =>
      readOnly
        ? []
        : [
            {
              id: "ask",
              label: context.problem ? t`Ask AI to fix this` : t`Ask AI about this…`,
              disabled: busy,
              run: () => {
                ask(questionAbout(context, names));
              },
            },
          ],
    validate: async (workflow, signal) =>
      (
        await answer(
          api.POST("/documents/validate", {
            body: { document: {} },
            bodySerializer: () => withDocument(workflow, { catalog: catalog() }),
            signal,
          }),
        )
      ).problems,
    simulate: (body, signal) => answer(api.POST("/documents/simulate", { body, signal })),
    evaluate: async (body, signal) => {
      const result = await answer(api.POST("/expressions/evaluate", { body, signal }));
      evaluated(body, result);
      return result;
    },
    variables: (body, signal) => answer(api.POST("/documents/variables", { body, signal })),
    events: storedEvents,
    contexts: (signal) => recentContexts(drafts.find((draft) => draft.type === "workflow")?.baseItemId, signal),
  };
}
