import { t } from "@lingui/core/macro";
import { Button, VisuallyHidden } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import type { KeyboardEvent, ReactNode } from "react";

import { nextOrder, readOrder, sorted } from "../lib/sorted";
import { useUrlState } from "../lib/urlState";
import classes from "./Table.module.css";

export interface Column<T> {
  title: string;
  cell: (row: T) => ReactNode;
  /** As wide as what is in it, instead of taking a share of the room. */
  narrow?: boolean;
  /** The title goes without saying. */
  untitled?: boolean;
  /** What the rows can be ordered by. Only for lists that are here as a whole. */
  sortBy?: (row: T) => string;
}

interface TableProps<T> {
  /** What is listed, for those who can't see it. */
  label: string;
  columns: Column<T>[];
  rows: T[];
  rowKey: (row: T) => string;
}

/**
 * A list with columns. A link with the class `stretch` in the first cell takes clicks on the whole row, and arrow keys go
 * from one to the next.
 */
export function Table<T>({ label, columns, rows, rowKey }: TableProps<T>) {
  const [sort, setSort] = useUrlState("sort");
  const order = readOrder(sort);
  const key = columns.find(({ title, sortBy }) => sortBy && nameOf(title) === order?.by)?.sortBy;
  const shown = order && key ? sorted(rows, key, order.down) : rows;
  return (
    <div className={classes.frame}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.title} column={column} sort={sort} onSort={setSort} />
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={moveAmongRows}>
          {shown.map((row) => (
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

/** A column as the address calls it. */
const nameOf = (title: string): string => title.toLowerCase().replaceAll(" ", "-");

interface HeadProps<T> {
  column: Column<T>;
  sort: string;
  onSort: (sort: string) => void;
}

function Head<T>({ column: { title, narrow, untitled, sortBy }, sort, onSort }: HeadProps<T>) {
  if (!sortBy) {
    return (
      <th scope="col" data-narrow={narrow}>
        {untitled ? <VisuallyHidden>{title}</VisuallyHidden> : title}
      </th>
    );
  }
  const name = nameOf(title);
  const state = sort === name ? "ascending" : sort === `-${name}` ? "descending" : undefined;
  const Arrow = state === "descending" ? IconArrowDown : IconArrowUp;
  return (
    <th scope="col" data-narrow={narrow} {...(state && { "aria-sort": state })}>
      <button
        type="button"
        className={classes.sort}
        onClick={() => {
          onSort(nextOrder(sort, name));
        }}
      >
        {title}
        <Arrow size={12} stroke={2} aria-hidden data-shown={state !== undefined} />
      </button>
    </th>
  );
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity };

function moveAmongRows(event: KeyboardEvent<HTMLElement>) {
  const step = steps[event.key];
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>(`a.${stretch}`)];
  const at = links.findIndex((link) => link === event.target);
  if (step !== undefined && at >= 0 && !event.altKey && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    links[Math.min(Math.max(at + step, 0), links.length - 1)]?.focus();
  }
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
    <div className={classes.frame} role="status" aria-label={t`Loading`}>
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
    <Button variant="default" loading={busy} onClick={onMore} className={classes.more ?? ""}>{t`Show more`}</Button>
  ) : null;
}
