import type { Schemas } from "../api/client";
import type { CatalogObject } from "../api/queries/catalog";
import type { Workflow } from "../api/queries/workflows";
import { readFlow } from "../lib/document";
import { listOf } from "../lib/json";

/** Whether something of a team finds this object under its name: the team's own one goes before the one for everyone. */
function resolvesTo(object: CatalogObject, all: CatalogObject[], teamId: string | undefined): boolean {
  if (object.teamId === teamId) {
    return true;
  }
  return object.teamId === undefined && !all.some(({ name, teamId: of }) => name === object.name && of === teamId);
}

/** The workflows whose present documents call an action type. */
export function workflowsThatCall(object: CatalogObject, all: CatalogObject[], workflows: Workflow[]): Workflow[] {
  return workflows.filter(
    ({ document, teamId }) =>
      resolvesTo(object, all, teamId) &&
      readFlow(document).steps.some(({ type, config }) => type === "action" && config.actionType === object.name),
  );
}

/** The action types that allow a tool. */
export function actionTypesThatAllow(
  tool: CatalogObject,
  all: CatalogObject[],
  actionTypes: CatalogObject[],
): CatalogObject[] {
  return actionTypes.filter(
    ({ content, teamId }) => resolvesTo(tool, all, teamId) && listOf(content.allowedTools).includes(tool.name),
  );
}

/** The compositions whose agent asks a model of the provider. */
export const compositionsWith = (
  provider: CatalogObject,
  compositions: Schemas["Composition"][],
): Schemas["Composition"][] =>
  compositions.filter(
    ({ model, teamId }) =>
      model?.startsWith(`${provider.name}/`) === true && (provider.teamId === undefined || provider.teamId === teamId),
  );
