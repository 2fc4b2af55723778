import { t } from "@lingui/core/macro";
import { NavLink, Outlet } from "react-router";

import { areas } from "./areas";
import classes from "./Settings.module.css";

/** What stands above the pages of the settings: the way from one to the other. */
export default function Settings() {
  return (
    <>
      <nav className={classes.areas} aria-label={t`Settings`}>
        {areas.map(({ to, label }) => (
          <NavLink key={to} to={to} className={classes.area ?? ""}>
            {label}
          </NavLink>
        ))}
      </nav>
      <Outlet />
    </>
  );
}
