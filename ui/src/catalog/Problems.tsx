import { t } from "@lingui/core/macro";

import { Section } from "../components/Page";
import { placeName, sentence, type ObjectProblem } from "../objects/problems";
import { focusPlace } from "../objects/focusPlace";
import classes from "./editor.module.css";

/** What the server has to say about the text; each leads to its field. */
export function Problems({ problems, fine }: { problems: readonly ObjectProblem[]; fine: string }) {
  return (
    <Section title={t`Problems`}>
      <div aria-live="polite">
        {problems.length === 0 ? (
          <p className={classes.quiet}>{fine}</p>
        ) : (
          <ul className={classes.problems}>
            {problems.map(({ severity, field, message }, i) => (
              <li key={i}>
                <button
                  type="button"
                  className={classes.problem}
                  data-severity={severity}
                  onClick={() => {
                    focusPlace(field ?? "");
                  }}
                >
                  <b>
                    {severity === "error" ? t`Error` : t`Warning`}
                    {field && `, ${placeName(field)}`}
                  </b>
                  {sentence(message)}
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Section>
  );
}
