import { useCatalog, type CatalogObject } from "../api/queries/catalog";
import { listOf } from "../lib/json";

const has = ({ content }: CatalogObject, capability: string): boolean =>
  listOf(content.capabilities).includes(capability);

/** Whether sessions of a template draft configuration. */
export const draftsConfiguration = (template: CatalogObject): boolean => has(template, "config-items");

/** The templates that sessions without a composition can be made of, those that draft configuration first. */
export function useSessionTemplates(teamId: string | undefined): CatalogObject[] {
  const found = (useCatalog("session-template").data?.items ?? []).filter(
    (template) => !has(template, "composition") && (template.teamId === undefined || template.teamId === teamId),
  );
  return [...found.filter(draftsConfiguration), ...found.filter((template) => !draftsConfiguration(template))];
}
