import { Link } from "react-router";

import { Page } from "../components/Page";

/** The page for addresses that lead nowhere. */
export function NotFound() {
  return (
    <Page title="There is nothing at this address">
      <p>
        It may have been removed, or the link is not complete. <Link to="/workbench">Go to the workbench</Link>
      </p>
    </Page>
  );
}
