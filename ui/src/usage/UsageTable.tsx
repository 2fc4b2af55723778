import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { Link } from "react-router";

import type { Grouping, UsageSum } from "../api/queries/usage";
import { Named, Table } from "../components/Table";
import { count, dollars } from "../lib/time";
import { dayName } from "./DayChart";
import { tokensOf } from "./days";
import classes from "./Usage.module.css";

const none: Record<Grouping | "day", string> = {
  day: "—",
  model: t`The engine's own model`,
  engine: t`No engine: tests of providers`,
  composition: t`No composition`,
  user: t`Nobody`,
  team: t`Everyone`,
};

function nameOf(by: Grouping | "day", { key, label }: UsageSum): ReactNode {
  if (key === "") {
    return <span className={classes.none}>{none[by]}</span>;
  }
  switch (by) {
    case "day":
      return dayName(key);
    case "composition":
      return label ? <Link to={`/workbench/${key}`}>{label}</Link> : t`A composition that is gone`;
    case "user":
      return label ?? t`Somebody else`;
    case "team":
      return label ?? t`A team`;
    default:
      return label ?? key;
  }
}

interface UsageTableProps {
  by: Grouping | "day";
  title: string;
  sums: UsageSum[];
}

// Padded, so that numbers are in their order as texts are.
const padded = (value: number): string => value.toFixed(6).padStart(24, "0");

/** What was used, a row for each model, composition and so on. */
export function UsageTable({ by, title, sums }: UsageTableProps) {
  const number = (name: string, value: (sum: UsageSum) => number) => ({
    title: name,
    narrow: true,
    sortBy: (sum: UsageSum) => padded(value(sum)),
    cell: (sum: UsageSum) => count(value(sum)),
  });
  return (
    <Table
      label={title}
      rows={sums}
      rowKey={({ key }) => key}
      columns={[
        {
          title,
          sortBy: ({ key, label }) => (by === "day" ? key : (label ?? key)),
          cell: (sum) => <Named name={nameOf(by, sum)} />,
        },
        number(t`Turns`, ({ turns }) => turns),
        number(t`Read`, ({ inputTokens, cacheWriteTokens }) => inputTokens + cacheWriteTokens),
        number(t`From the cache`, ({ cacheReadTokens }) => cacheReadTokens),
        number(t`Written`, ({ outputTokens }) => outputTokens),
        number(t`Tokens`, tokensOf),
        {
          title: t`Cost`,
          narrow: true,
          sortBy: ({ costUSD }) => padded(costUSD),
          cell: (sum) => costOf(sum),
        },
      ]}
    />
  );
}

/** A cost, and whether a part of it is not known. */
export function costOf({ costUSD, unpriced, records }: UsageSum): string {
  if (records > 0 && unpriced === records) {
    return t`not known`;
  }
  return unpriced > 0 ? t`${dollars(costUSD)} and more` : dollars(costUSD);
}
