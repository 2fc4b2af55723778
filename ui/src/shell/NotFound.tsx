import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "react-router";

import { Page } from "../components/Page";

/** The page for addresses that lead nowhere. */
export function NotFound() {
  return (
    <Page title={t`There is nothing at this address`}>
      <p>
        <Trans>
          It may have been removed, or the link is not complete. <Link to="/workbench">Go to the workbench</Link>
        </Trans>
      </p>
    </Page>
  );
}
