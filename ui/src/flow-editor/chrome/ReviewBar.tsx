import { plural, t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconSparkles } from "@tabler/icons-react";
import { useState } from "react";

import type { Proposal } from "../contract";
import { countChanges, countsInWords } from "../model/diff";
import { authorWord, type Review, summaryOf } from "../store/review";
import { useFlow, useStore } from "../useFlow";
import classes from "./chrome.module.css";
import { CompareProposal } from "./CompareProposal";

/** A proposal in one line: who, what for, what it introduces and fixes, and the decision. */
export function ReviewBar() {
  const store = useStore();
  const review = useFlow((state) => state.review);
  const [compared, setCompared] = useState<Proposal>();
  if (!review) {
    return null;
  }
  return (
    <section className={classes.review} aria-label={t`Proposed change`} data-stale={review.isStale}>
      <span className={classes.chip}>
        <IconSparkles size={13} stroke={1.6} aria-hidden />
        {authorWord(review.set.author)}
      </span>
      <div className={classes.reviewText}>
        <b>{summaryOf(review)}</b>
        <span>{review.isStale ? t`The workflow was changed since, so this no longer fits.` : detailsOf(review)}</span>
      </div>
      <div className={classes.buttons}>
        {review.isStale ? (
          <Button
            variant="default"
            onClick={() => {
              store.withdraw();
            }}
          >{t`Dismiss`}</Button>
        ) : (
          <>
            <Button
              variant="subtle"
              onClick={() => {
                store.select({ nodeIds: new Set(), edgeIds: new Set() });
                store.set({ panel: "properties" });
              }}
            >{t`Details`}</Button>
            <Button
              variant="subtle"
              onClick={() => {
                setCompared(review.proposal);
              }}
            >{t`Compare`}</Button>
            <Button
              variant="default"
              onClick={() => {
                store.reject();
              }}
            >{t`Reject`}</Button>
            <Button
              onClick={() => {
                store.accept();
              }}
            >{t`Accept`}</Button>
          </>
        )}
      </div>
      {compared === review.proposal && !review.isStale && (
        <CompareProposal
          review={review}
          close={() => {
            setCompared(undefined);
          }}
        />
      )}
    </section>
  );
}

function detailsOf({ diff, balance }: Review): string {
  const counts = countsInWords(countChanges(diff));
  if (balance === undefined) {
    return t`${counts} · checking…`;
  }
  if (balance === null) {
    return t`${counts} · could not be checked now`;
  }
  const { introduced, fixed } = balance;
  const problems = plural(introduced.length, { one: "# problem", other: "# problems" });
  return t`${counts} · introduces ${problems}, fixes ${fixed.length}`;
}
