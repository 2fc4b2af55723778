import { t } from "@lingui/core/macro";
import { ActionIcon, Tooltip, useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { spotlight } from "@mantine/spotlight";
import { IconMoon, IconSearch, IconSun } from "@tabler/icons-react";
import { NavLink, Outlet, useLocation, useSearchParams } from "react-router";

import { useConnection } from "../events/stream";
import { Account } from "./Account";
import { ErrorBoundary } from "./ErrorBoundary";
import { Logo } from "./Logo";
import { Palette } from "./Palette";
import { places } from "./places";
import classes from "./Shell.module.css";
import { useIsWholeWindow } from "./wholeWindow";

/** The frame of every page: where one can go, and whether the server is there. */
export function Shell() {
  const [parameters] = useSearchParams();
  const { pathname } = useLocation();
  const bare = parameters.get("chrome") === "none";
  const whole = useIsWholeWindow() || bare;
  return (
    <div className={classes.shell} data-whole={whole}>
      {!whole && <Places />}
      <main id="content" className={classes.content}>
        <ErrorBoundary at={pathname}>
          <Outlet />
        </ErrorBoundary>
      </main>
      <Palette stays={bare} />
    </div>
  );
}

function Places() {
  return (
    <>
      <a className={classes.skip} href="#content">{t`Skip to content`}</a>
      <nav className={classes.bar} aria-label={t`Main`} data-pane>
        <NavLink to="/workbench" className={classes.brand ?? ""} aria-label={t`Heddle`}>
          <Logo size={24} />
        </NavLink>
        {places.map(({ to, label, icon: Icon }) => (
          <Tooltip key={to} label={label} position="right">
            <NavLink to={to} className={classes.place ?? ""} aria-label={label}>
              <Icon size={18} stroke={1.5} />
            </NavLink>
          </Tooltip>
        ))}
        <div className={classes.end}>
          <Connection />
          <Tooltip label={t`Find anything (Ctrl K)`} position="right">
            <ActionIcon
              aria-label={t`Find anything`}
              onClick={() => {
                spotlight.open();
              }}
            >
              <IconSearch size={17} stroke={1.5} />
            </ActionIcon>
          </Tooltip>
          <SchemeToggle />
          <Account />
        </div>
      </nav>
    </>
  );
}

function SchemeToggle() {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme("light");
  const other = scheme === "dark" ? "light" : "dark";
  return (
    <Tooltip label={t`Use the ${other} theme`} position="right">
      <ActionIcon
        aria-label={t`Use the ${other} theme`}
        onClick={() => {
          setColorScheme(other);
        }}
      >
        {scheme === "dark" ? <IconSun size={17} stroke={1.5} /> : <IconMoon size={17} stroke={1.5} />}
      </ActionIcon>
    </Tooltip>
  );
}

const connectionWords = {
  connecting: t`Connecting to the server`,
  live: t`Connected: changes appear as they happen`,
  offline: t`The server can't be reached. Nothing is lost; the page catches up when it is back.`,
};

/** Whether the server is there. */
export function Connection() {
  const state = useConnection();
  return (
    <Tooltip label={connectionWords[state]} position="right" multiline maw={260}>
      <span className={classes.connection} data-state={state} role="status" aria-label={connectionWords[state]} />
    </Tooltip>
  );
}
