import { t } from "@lingui/core/macro";

import type { ElementChange } from "../model/diff";
import type { JsonText } from "../model/json";
import { pathInWords, valueInWords } from "../model/fieldWords";
import classes from "./panel.module.css";

/** What a change did to one element, or would do. */
export function ChangeView({ change, isProposed }: { change: ElementChange; isProposed: boolean }) {
  const word = { added: "new", changed: "changed", removed: "removed" }[change.fate];
  return (
    <section className={classes.form} aria-label={t`Change`}>
      <p className={classes.note}>{isProposed ? t`Proposed: ${word}.` : t`The last change: ${word}.`}</p>
      {(isProposed || change.fate !== "added") && <BeforeAndAfter change={change} />}
    </section>
  );
}

/** The fields of an element before and after a change. */
export function BeforeAndAfter({ change }: { change: ElementChange }) {
  return (
    <dl className={classes.changes}>
      {change.fields.map((field) => (
        <div key={field.path.join(".")}>
          <dt>{pathInWords(field.path)}</dt>
          {change.fate !== "added" && <Side word={t`Before`} side="before" value={field.before} />}
          {change.fate !== "removed" && <Side word={t`After`} side="after" value={field.after} />}
        </div>
      ))}
    </dl>
  );
}

function Side({ word, side, value }: { word: string; side: "before" | "after"; value: JsonText | undefined }) {
  return (
    <dd data-side={side}>
      <span aria-hidden>{word}</span>
      <div role="group" aria-label={word}>
        {valueInWords(value)}
      </div>
    </dd>
  );
}
