import { t } from "@lingui/core/macro";
import { Button, Loader } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";

import { isRefusal, messageOf } from "../api/problem";
import classes from "./states.module.css";

/** Something is on its way. */
export function Loading() {
  return (
    <div className={classes.center} role="status" aria-label={t`Loading`}>
      <Loader size="sm" type="dots" />
    </div>
  );
}

interface EmptyProps {
  title: string;
  children?: ReactNode;
  /** Nothing else is on the page. */
  page?: boolean;
}

/** Nothing is here yet; the children say what to do next. */
export function Empty({ title, children, page }: EmptyProps) {
  const Heading = page ? "h1" : "h2";
  return (
    <div className={classes.center}>
      <Heading className={classes.title}>{title}</Heading>
      <div className={classes.text}>{children}</div>
    </div>
  );
}

interface TroubleProps {
  error: unknown;
  retry?: () => void;
  /** Nothing else is on the page. */
  page?: boolean;
  /** The list that it would be in. */
  back?: { to: string; label: string };
}

/** Something went wrong: what, and what to do about it. */
export function Trouble({ error, retry, page, back }: TroubleProps) {
  const Heading = page ? "h1" : "h2";
  const gone = isRefusal(error, "not-found");
  return (
    <div className={classes.center} role="alert">
      <Heading className={classes.title}>{gone ? t`This is not here` : t`This could not be loaded`}</Heading>
      <p className={classes.text}>
        {gone ? t`It may have been removed, or the link is not complete.` : messageOf(error)}
      </p>
      {back && <Link to={back.to}>{back.label}</Link>}
      {retry && !gone && <Button variant="default" onClick={retry}>{t`Try again`}</Button>}
    </div>
  );
}
