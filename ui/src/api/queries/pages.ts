/** A page of a list. */
export interface Page<T> {
  items: T[];
  nextCursor?: string | undefined;
}

/** The largest page that the server gives. */
export const largestPage = 200;

/** A list that is taken whole, up to a bound; `more` says that there is something beyond. */
export interface WholeList<T> {
  items: T[];
  more: boolean;
}

const mostPages = 10;

/** Reads page after page of a list that people made by hand, and that is small enough to search in. */
export async function allPages<T>(read: (cursor: string | undefined) => Promise<Page<T>>): Promise<WholeList<T>> {
  const items: T[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page++) {
    const answered = await read(cursor);
    items.push(...answered.items);
    cursor = answered.nextCursor;
    if (cursor === undefined) {
      return { items, more: false };
    }
  }
  return { items, more: true };
}

/** A query with what is set of these. */
export function given<T extends Record<string, unknown>>(query: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined && value !== "")) as never;
}
