import { Button } from "@mantine/core";
import { IconSparkles } from "@tabler/icons-react";

import { countChanges, countsInWords, diffInWords } from "../model/diff";
import { authorWord, type Review } from "../store/review";
import { useFlow, useStore } from "../useFlow";
import classes from "./chrome.module.css";

/** A proposal in one line: who, what for, what it introduces and fixes, and the decision. */
export function ReviewBar() {
  const store = useStore();
  const review = useFlow((state) => state.review);
  if (!review) {
    return null;
  }
  const summary = review.set.summary || diffInWords(review.diff, review.before, review.after);
  return (
    <section className={classes.review} aria-label="Proposed change" data-stale={review.isStale}>
      <span className={classes.chip}>
        <IconSparkles size={13} stroke={1.6} aria-hidden />
        {authorWord(review.set.author)}
      </span>
      <div className={classes.reviewText}>
        <b>{summary}</b>
        <span>{review.isStale ? "The workflow was changed since, so this no longer fits." : detailsOf(review)}</span>
      </div>
      <div className={classes.buttons}>
        {review.isStale ? (
          <Button
            variant="default"
            onClick={() => {
              store.withdraw();
            }}
          >
            Dismiss
          </Button>
        ) : (
          <>
            <Button
              variant="subtle"
              onClick={() => {
                store.select({ nodeIds: new Set(), edgeIds: new Set() });
                store.set({ panel: "properties" });
              }}
            >
              Details
            </Button>
            <Button
              variant="default"
              onClick={() => {
                store.reject();
              }}
            >
              Reject
            </Button>
            <Button
              onClick={() => {
                store.accept();
              }}
            >
              Accept
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

function detailsOf({ diff, balance }: Review): string {
  const counts = countsInWords(countChanges(diff));
  if (balance === undefined) {
    return `${counts} · checking…`;
  }
  if (balance === null) {
    return `${counts} · could not be checked now`;
  }
  const { introduced, fixed } = balance;
  const problems = introduced.length === 1 ? "problem" : "problems";
  return `${counts} · introduces ${introduced.length} ${problems}, fixes ${fixed.length}`;
}
