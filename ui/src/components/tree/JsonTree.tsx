import { plural, t } from "@lingui/core/macro";
import { createContext, use, type ReactNode } from "react";

import { isObject } from "../../lib/json";
import { LongText } from "../LongText";
import classes from "./JsonTree.module.css";

/** Shows a text in another way than as a text, or answers undefined. */
export type ShowText = (text: string) => ReactNode;

const Texts = createContext<ShowText | undefined>(undefined);

interface JsonTreeProps {
  value: unknown;
  /** How many levels are open at first. */
  open?: number;
  showText?: ShowText;
}

/** A JSON value as a tree that opens and closes. */
export function JsonTree({ value, open = 2, showText }: JsonTreeProps) {
  return (
    <Texts value={showText}>
      <div className={classes.tree}>
        {isBranch(value) ? <Members value={value} open={open} /> : <Leaf value={value} />}
      </div>
    </Texts>
  );
}

/** A branch with more members is closed at first. */
const many = 30;

type Branch = unknown[] | Record<string, unknown>;

const isBranch = (value: unknown): value is Branch => Array.isArray(value) || isObject(value);

function Members({ value, open }: { value: Branch; open: number }) {
  const members = Array.isArray(value)
    ? value.map((element, i): [string, unknown] => [`${i}`, element])
    : Object.entries(value);
  if (members.length === 0) {
    return <span className={classes.none}>{Array.isArray(value) ? t`an empty list` : "nothing"}</span>;
  }
  return (
    <ul className={classes.members}>
      {members.map(([name, member]) => (
        <li key={name}>
          <Member name={name} value={member} open={open} />
        </li>
      ))}
    </ul>
  );
}

function Member({ name, value, open }: { name: string; value: unknown; open: number }) {
  if (!isBranch(value) || Object.keys(value).length === 0) {
    return (
      <div className={classes.row}>
        <span className={classes.name}>{name}</span>
        {isBranch(value) ? <Members value={value} open={0} /> : <Leaf value={value} />}
      </div>
    );
  }
  return (
    <details open={open > 0 && Object.keys(value).length <= many}>
      <summary className={classes.summary}>
        <span className={classes.name}>{name}</span>
        <span className={classes.none}>{sizeOf(value)}</span>
      </summary>
      <Members value={value} open={open - 1} />
    </details>
  );
}

const sizeOf = (value: Branch): string =>
  Array.isArray(value)
    ? plural(value.length, { one: "# element", other: "# elements" })
    : plural(Object.keys(value).length, { one: "# value", other: "# values" });

function Leaf({ value }: { value: unknown }) {
  const showText = use(Texts);
  if (value === null || value === undefined) {
    return <span className={classes.none}>{t`not given`}</span>;
  }
  if (typeof value === "string") {
    const shown = showText?.(value);
    return shown ?? (value === "" ? <i className={classes.none}>{t`empty`}</i> : <LongText text={value} />);
  }
  return (
    <span className={classes.literal}>
      {typeof value === "boolean" ? (value ? "yes" : "no") : JSON.stringify(value)}
    </span>
  );
}
