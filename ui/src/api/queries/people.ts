import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";

import { answer, api } from "../client";
import { useMe } from "./access";

/** As many as the server names at once. */
const most = 100;

type Told = (name: string | null) => void;
let asked = new Map<string, { told: Told; failed: (reason: unknown) => void }[]>();

/** Asks for a name together with all others that are asked for at the same time. */
function nameOf(id: string): Promise<string | null> {
  return new Promise((told, failed) => {
    if (asked.size === 0) {
      setTimeout(ask);
    }
    asked.set(id, [...(asked.get(id) ?? []), { told, failed }]);
  });
}

function ask(): void {
  const now = asked;
  asked = new Map();
  const ids = [...now.keys()];
  for (let from = 0; from < ids.length; from += most) {
    void askFor(ids.slice(from, from + most), now);
  }
}

async function askFor(ids: string[], waiting: typeof asked): Promise<void> {
  try {
    const { items } = await answer(api.GET("/users", { params: { query: { ids } } }));
    const names = new Map(items.map(({ id, name }) => [id, name]));
    ids.forEach((id) =>
      waiting.get(id)?.forEach(({ told }) => {
        told(names.get(id) ?? null);
      }),
    );
  } catch (error) {
    ids.forEach((id) =>
      waiting.get(id)?.forEach(({ failed }) => {
        failed(error);
      }),
    );
  }
}

/** The name of whoever an id belongs to, as the page writes it. */
export function usePersonName(userId: string | undefined): string {
  const me = useMe();
  const isMe = userId !== undefined && userId === me.data?.user.id;
  const query = useQuery({
    queryKey: ["person", userId],
    queryFn: () => nameOf(userId ?? ""),
    enabled: userId !== undefined && userId !== "" && !isMe && me.data !== undefined,
    staleTime: Infinity,
  });
  if (isMe) {
    return t`You`;
  }
  return query.isLoading || me.isLoading ? "…" : (query.data ?? t`Somebody else`);
}
