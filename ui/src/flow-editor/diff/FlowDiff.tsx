import { t } from "@lingui/core/macro";
import { useMemo, useState } from "react";

import type { ActionTypeInfo, WorkflowText } from "../contract";
import { type ChangeRow, changeRows, fateWords } from "../model/changeRows";
import { countChanges, countsInWords, diffDocuments } from "../model/diff";
import { WorkflowDocument } from "../model/document";
import { JsonError } from "../model/jsonCheck";
import { placed } from "../model/place";
import { BeforeAndAfter } from "../panel/ChangeView";
import classes from "./FlowDiff.module.css";
import { Sides } from "./Sides";

export interface FlowDiffProps {
  before: WorkflowText;
  after: WorkflowText;
  beforeLabel?: string;
  afterLabel?: string;
  actionTypes?: readonly ActionTypeInfo[] | undefined;
}

/** Two states of a workflow side by side: what is new, changed and removed, drawn, listed, and field by field. */
export function FlowDiff({ before, after, ...rest }: FlowDiffProps) {
  const documents = useMemo(() => parsed(before, after), [before, after]);
  return documents ? (
    <Comparison before={documents.before} after={documents.after} {...rest} />
  ) : (
    <p className={classes.note}>{t`These can’t be compared, because one of them is no workflow document.`}</p>
  );
}

export default FlowDiff;

interface ComparisonProps extends Omit<FlowDiffProps, "before" | "after"> {
  before: WorkflowDocument;
  after: WorkflowDocument;
}

function Comparison(props: ComparisonProps) {
  const { before, after, beforeLabel = t`Before`, afterLabel = t`After`, actionTypes } = props;
  const diff = useMemo(() => diffDocuments(before, after), [before, after]);
  const rows = useMemo(() => changeRows(diff, before, after), [diff, before, after]);
  const [chosen, setChosen] = useState<string>();
  const [looked, setLooked] = useState<{ row: ChangeRow }>();
  const row = rows.find(({ key }) => key === chosen);
  return (
    <div className={classes.diff}>
      <Sides
        before={before}
        after={after}
        diff={diff}
        labels={[beforeLabel, afterLabel]}
        actionTypes={actionTypes}
        selected={row}
        looked={looked?.row}
        onSelect={(kind, id) => {
          setChosen(`${kind} ${id}`);
        }}
      />
      <div className={classes.below}>
        <section className={classes.list} aria-label={t`Changes`}>
          <h3>{countsInWords(countChanges(diff))}</h3>
          {rows.length === 0 && <p className={classes.note}>{t`Both are the same, places on the canvas aside.`}</p>}
          <ul>
            {rows.map((one) => (
              <li key={one.key}>
                <button
                  type="button"
                  aria-pressed={one.key === chosen}
                  onClick={() => {
                    setChosen(one.key);
                    setLooked({ row: one });
                  }}
                >
                  <i data-fate={one.fate}>{fateWords[one.fate]}</i>
                  <span>{one.title}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
        <section className={classes.fields} aria-label={t`Before and after`} aria-live="polite">
          {row ? (
            <>
              <h3>{row.title}</h3>
              <BeforeAndAfter change={row.change} />
            </>
          ) : (
            <p className={classes.note}>
              {rows.length > 0 ? t`Choose a change, in the list or drawn, to see it field by field.` : ""}
            </p>
          )}
        </section>
      </div>
    </div>
  );
}

function parsed(before: string, after: string): { before: WorkflowDocument; after: WorkflowDocument } | undefined {
  try {
    return { before: placed(WorkflowDocument.parse(before)), after: placed(WorkflowDocument.parse(after)) };
  } catch (error) {
    if (error instanceof JsonError) {
      return undefined;
    }
    throw error;
  }
}
