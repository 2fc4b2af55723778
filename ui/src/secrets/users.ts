import type { CatalogKind, CatalogObject } from "../api/queries/catalog";
import type { Secret } from "../api/queries/secrets";
import { listOf, objectsOf } from "../lib/json";

/** Something in the catalog, with its kind. */
export interface Kept {
  kind: CatalogKind;
  object: CatalogObject;
}

const declares = ({ object: { content } }: Kept, name: string): boolean =>
  content.secret === name ||
  [content, ...objectsOf(content.mcpServers)].some(({ secrets }) => listOf(secrets).includes(name));

/** What names a secret. One for everyone is also used by what belongs to a team, unless the team has its own. */
export function usersOf(secret: Secret, secrets: readonly Secret[], all: readonly Kept[]): Kept[] {
  return all.filter((kept) => {
    const { teamId } = kept.object;
    const reaches =
      secret.teamId === teamId ||
      (secret.teamId === undefined && !secrets.some((own) => own.name === secret.name && own.teamId === teamId));
    return reaches && declares(kept, secret.name);
  });
}
