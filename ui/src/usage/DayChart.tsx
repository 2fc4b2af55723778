import { t } from "@lingui/core/macro";

import type { UsageSum } from "../api/queries/usage";
import { count, dollars } from "../lib/time";
import { roundUp, tokensOf } from "./days";
import classes from "./Usage.module.css";

export type Measure = "cost" | "tokens";

export const measured = (measure: Measure, sum: UsageSum): number => (measure === "cost" ? sum.costUSD : tokensOf(sum));

export const measureWords = (measure: Measure, value: number): string =>
  measure === "cost" ? dollars(value) : t`${count(value)} tokens`;

const day = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", timeZone: "UTC" });
export const dayName = (key: string): string => day.format(new Date(key));

// In the chart's own units; it is drawn as wide as there is room.
const width = 1000;
const height = 140;
const gap = 0.25;

/** A bar for each day. What it shows is in the table by days too. */
export function DayChart({ days, measure }: { days: readonly UsageSum[]; measure: Measure }) {
  const values = days.map((sum) => measured(measure, sum));
  const highest = Math.max(...values, 0);
  const top = roundUp(highest);
  const step = width / Math.max(days.length, 1);
  const busiest = days[values.indexOf(highest)];
  const [first, last] = [days[0], days.at(-1)];
  const summary =
    highest > 0 && busiest
      ? t`${days.length} days. The most was on ${dayName(busiest.key)}: ${measureWords(measure, highest)}.`
      : t`${days.length} days, and nothing was used.`;
  return (
    <figure className={classes.chart}>
      <span className={classes.top}>{measureWords(measure, top)}</span>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={summary}>
        <line className={classes.grid} x1={0} x2={width} y1={0.5} y2={0.5} />
        <line className={classes.grid} x1={0} x2={width} y1={height / 2} y2={height / 2} />
        {days.map((sum, index) => {
          const tall = ((values[index] ?? 0) / top) * height;
          return (
            <g key={sum.key} className={classes.day}>
              <title>{`${dayName(sum.key)}: ${measureWords(measure, values[index] ?? 0)}`}</title>
              <rect className={classes.slot} x={index * step} y={0} width={step} height={height} />
              <rect
                className={classes.bar}
                x={index * step + (step * gap) / 2}
                y={height - tall}
                width={step * (1 - gap)}
                height={tall}
              />
            </g>
          );
        })}
      </svg>
      <figcaption className={classes.ends}>
        <span>{first && dayName(first.key)}</span>
        <span>{last && last !== first && dayName(last.key)}</span>
      </figcaption>
    </figure>
  );
}
