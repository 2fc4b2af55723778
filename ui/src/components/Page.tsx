import { t } from "@lingui/core/macro";
import { IconChevronLeft } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Link } from "react-router";

import { useTitle } from "../lib/title";
import classes from "./Page.module.css";

interface PageProps {
  title: string;
  /** The list that the page belongs to. */
  back?: { to: string; label: string };
  /** Beside the title: states and such. */
  badges?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** The frame of a page: its title, what one can do with it, and its content. */
export function Page({ title, back, badges, lead, actions, children }: PageProps) {
  useTitle(title);
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <div className={classes.heading}>
          {back && (
            <Link to={back.to} className={classes.back}>
              <IconChevronLeft size={14} stroke={1.5} aria-hidden />
              {back.label}
            </Link>
          )}
          <div className={classes.titleRow}>
            <h1 className={classes.title}>{title}</h1>
            {badges}
          </div>
          {lead && <p className={classes.lead}>{lead}</p>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** A part of a page with a heading of its own. */
export function Section({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <section className={classes.section} aria-label={title}>
      <div className={classes.sectionHead}>
        <h2 className={classes.sectionTitle}>{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  );
}

/** A page's main column, and what stands beside it. */
export function Columns({ children, side }: { children: ReactNode; side: ReactNode }) {
  return (
    <div className={classes.columns}>
      <div className={classes.main}>{children}</div>
      <aside className={classes.side} aria-label={t`Details`}>
        {side}
      </aside>
    </div>
  );
}
