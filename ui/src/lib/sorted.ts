/** How a list is ordered: by a column, up or down; not at all means as it came. */
export interface Order {
  by: string;
  down: boolean;
}

/** Reads an order as an address holds it: `name`, or `-name` for down. */
export const readOrder = (text: string): Order | undefined =>
  text === "" ? undefined : { by: text.replace(/^-/, ""), down: text.startsWith("-") };

/** The order after a column was chosen: up, then down, then as it came. */
export function nextOrder(now: string, by: string): string {
  if (now === by) {
    return `-${by}`;
  }
  return now === `-${by}` ? "" : by;
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

/** The rows by their keys; those with equal keys stay as they came. */
export function sorted<T>(rows: readonly T[], key: (row: T) => string, down: boolean): T[] {
  const sign = down ? -1 : 1;
  return rows.toSorted((a, b) => sign * collator.compare(key(a), key(b)));
}
