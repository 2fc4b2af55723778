import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";

import { messageOf, ProblemError } from "../api/problem";
import classes from "./Notice.module.css";

interface NoticeProps {
  tone: "plain" | "ok" | "warn" | "bad";
  title: string;
  children?: ReactNode;
}

const icons = { plain: IconInfoCircle, ok: IconCircleCheck, warn: IconAlertTriangle, bad: IconAlertTriangle };

/** Something to know before going on. */
export function Notice({ tone, title, children }: NoticeProps) {
  const Icon = icons[tone];
  return (
    <div className={classes.notice} data-tone={tone} role={tone === "bad" ? "alert" : "status"}>
      <Icon size={16} stroke={1.5} aria-hidden className={classes.icon} />
      <div className={classes.body}>
        <b className={classes.title}>{title}</b>
        {children}
      </div>
    </div>
  );
}

/** Why something that was asked for was not done. */
export function Refused({ error, what }: { error: unknown; what: string }) {
  const problems = error instanceof ProblemError ? (error.problem.problems ?? []) : [];
  return (
    <Notice tone="bad" title={what}>
      <span>{messageOf(error)}</span>
      {problems.length > 0 && (
        <ul className={classes.list}>
          {problems.map((problem, i) => (
            <li key={i}>{problem.message}</li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
