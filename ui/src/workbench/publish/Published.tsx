import { plural, t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { Link } from "react-router";

import type { Schemas } from "../../api/client";
import { DialogEnd } from "../../components/DialogEnd";
import classes from "./PublishDialog.module.css";

/** What was published, and where to go from there. */
export function Published({ result, onClose }: { result: Schemas["PublishResult"]; onClose: () => void }) {
  return (
    <>
      <div className={classes.done} role="status">
        <IconCircleCheck size={34} stroke={1.4} aria-hidden />
        <p>
          <strong>{t`${plural(result.items.length, { one: "# change", other: "# changes" })} published.`}</strong>{" "}
          {result.workflow
            ? t`New runs take this version; runs that are on their way keep theirs.`
            : t`Workflows take them with their next version.`}
        </p>
      </div>
      <DialogEnd>
        <Button variant="default" onClick={onClose}>{t`Go on composing`}</Button>
        {result.workflow && (
          <Button component={Link} to={`/workflows/${result.workflow.id}?start=1`} data-autofocus>
            {t`Start the workflow…`}
          </Button>
        )}
      </DialogEnd>
    </>
  );
}
