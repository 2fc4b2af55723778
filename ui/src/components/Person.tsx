import { usePersonName } from "../api/queries/people";

/** Names whoever did something. */
export function Person({ id }: { id: string | undefined }) {
  return <>{usePersonName(id)}</>;
}
