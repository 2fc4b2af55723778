import { Button } from "@mantine/core";
import type { ReactNode } from "react";

import classes from "./Table.module.css";

export interface Column<T> {
  title: string;
  cell: (row: T) => ReactNode;
  /** As wide as what is in it, instead of taking a share of the room. */
  narrow?: boolean;
}

interface TableProps<T> {
  /** What is listed, for those who can't see it. */
  label: string;
  columns: Column<T>[];
  rows: T[];
  rowKey: (row: T) => string;
}

/** A list with columns. A link with the class `table.stretch` in the first cell takes clicks on the whole row. */
export function Table<T>({ label, columns, rows, rowKey }: TableProps<T>) {
  return (
    <div className={classes.frame}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} scope="col" data-narrow={column.narrow}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <td key={column.title} data-narrow={column.narrow}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The class of a link that takes clicks on its whole row. */
export const stretch = classes.stretch ?? "";

/** A name with something smaller below it. */
export function Named({ name, below }: { name: ReactNode; below?: ReactNode }) {
  return (
    <div className={classes.named}>
      {name}
      {below && <span className={classes.below}>{below}</span>}
    </div>
  );
}

/** Rows that are on their way. */
export function TableSkeleton({ rows = 6 }: { rows?: number }) {
  return (
    <div className={classes.frame} role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, i) => (
        <div key={i} className={classes.ghost}>
          <span />
          <span />
          <span />
        </div>
      ))}
    </div>
  );
}

/** The button that brings the next page of a list. */
export function More({ shown, busy, onMore }: { shown: boolean; busy: boolean; onMore: () => void }) {
  return shown ? (
    <Button variant="default" loading={busy} onClick={onMore} className={classes.more ?? ""}>
      Show more
    </Button>
  ) : null;
}
