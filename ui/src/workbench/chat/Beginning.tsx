import { t } from "@lingui/core/macro";

import classes from "./Chat.module.css";

interface Props {
  /** What there is to say. */
  children: string;
  /** Messages to begin with. */
  starters: readonly string[];
  onPick: (text: string) => void;
}

/** What a conversation shows as long as nothing was said. */
export function Beginning({ children, starters, onPick }: Props) {
  return (
    <div className={classes.beginning}>
      <p>{children}</p>
      {starters.length > 0 && (
        <ul aria-label={t`Messages to begin with`}>
          {starters.map((starter) => (
            <li key={starter}>
              <button
                type="button"
                className={classes.starter}
                onClick={() => {
                  onPick(starter);
                }}
              >
                {starter}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
