import { t } from "@lingui/core/macro";
import { Button, Modal } from "@mantine/core";
import { lazy, Suspense } from "react";

import { Loading } from "../../shell/states";
import type { Review } from "../store/review";
import { useHost, useStore } from "../useFlow";
import classes from "./chrome.module.css";

const FlowDiff = lazy(() => import("../diff/FlowDiff"));

/** A proposal beside the workflow as it is, with the decision in reach. */
export function CompareProposal({ review, close }: { review: Review; close: () => void }) {
  const store = useStore();
  const { actionTypes } = useHost();
  const decide = (decision: "accept" | "reject") => () => {
    close();
    store[decision]();
  };
  return (
    <Modal
      opened
      onClose={close}
      title={review.set.summary || t`The proposed change`}
      size="min(1400px, 96vw)"
      classNames={{ body: classes.compare ?? "" }}
    >
      <div className={classes.compared}>
        <Suspense fallback={<Loading />}>
          <FlowDiff
            before={review.before.text}
            after={review.after.text}
            beforeLabel={t`As it is`}
            afterLabel={t`As proposed`}
            actionTypes={actionTypes}
          />
        </Suspense>
      </div>
      <div className={classes.decision}>
        <Button variant="default" onClick={decide("reject")}>{t`Reject`}</Button>
        <Button onClick={decide("accept")}>{t`Accept`}</Button>
      </div>
    </Modal>
  );
}
