import type { ElementChange } from "../model/diff";
import { pathInWords, valueInWords } from "../model/fieldWords";
import classes from "./panel.module.css";

/** What a change does to one element: before and after. */
export function ChangeView({ change, isProposed }: { change: ElementChange; isProposed: boolean }) {
  const word = { added: "new", changed: "changed", removed: "removed" }[change.fate];
  return (
    <section className={classes.form} aria-label="Change">
      <p className={classes.note}>{isProposed ? `Proposed: ${word}.` : `The last change: ${word}.`}</p>
      <dl className={classes.changes}>
        {change.fields.map((field) => (
          <div key={field.path.join(".")}>
            <dt>{pathInWords(field.path)}</dt>
            <dd data-side="before" aria-label="Before">
              {valueInWords(field.before)}
            </dd>
            <dd data-side="after" aria-label="After">
              {valueInWords(field.after)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
