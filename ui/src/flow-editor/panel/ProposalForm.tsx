import { t } from "@lingui/core/macro";

import { changeRows, fateWords } from "../model/changeRows";
import { problemText } from "../model/problems";
import type { Review } from "../store/review";
import { useStore } from "../useFlow";
import { BeforeAndAfter } from "./ChangeView";
import classes from "./panel.module.css";

/** All that a proposal changes, introduces and fixes. */
export function ProposalForm({ review }: { review: Review }) {
  const store = useStore();
  const { before, after, diff, balance } = review;
  const rows = changeRows(diff, before, after);
  return (
    <div className={classes.form}>
      <p
        className={classes.note}
      >{t`${review.set.summary || t`A proposed change`}. Choose a row to see before and after.`}</p>
      <ul className={classes.edges} aria-label={t`Changes`}>
        {rows.map(({ key, title, kind, id, fate, change }) => (
          <li key={key}>
            {kind === "workflow" ? (
              <BeforeAndAfter change={change} />
            ) : (
              <button
                type="button"
                onClick={() => {
                  store.reveal(kind === "node" ? { nodeId: id } : { edgeId: id });
                }}
              >
                <span>{title}</span> <code>{fateWords[fate]}</code>
              </button>
            )}
          </li>
        ))}
      </ul>
      {balance && (
        <>
          <Problems title={t`Introduces`} none={t`It introduces no problem.`} problems={balance.introduced} />
          <Problems title={t`Fixes`} none="" problems={balance.fixed} />
        </>
      )}
    </div>
  );
}

interface Props {
  title: string;
  none: string;
  problems: NonNullable<Review["balance"]>["fixed"];
}

function Problems({ title, none, problems }: Props) {
  if (problems.length === 0) {
    return none && <p className={classes.note}>{none}</p>;
  }
  return (
    <section className={classes.section}>
      <h3>{title}</h3>
      {problems.map((problem, i) => (
        <p key={i} className={classes.note}>
          {problem.severity === "error" ? t`Error: ` : ""}
          {problemText(problem)}
        </p>
      ))}
    </section>
  );
}
