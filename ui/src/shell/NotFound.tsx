import { Link } from "react-router";

import { Empty } from "./states";

/** The page for addresses that lead nowhere. */
export function NotFound() {
  return (
    <Empty title="There is nothing at this address">
      It may have been removed, or the link is not complete. <Link to="/workbench">Go to the workbench</Link>
    </Empty>
  );
}
