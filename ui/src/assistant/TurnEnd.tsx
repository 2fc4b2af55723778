import { plural, t } from "@lingui/core/macro";

import chat from "../workbench/chat/Chat.module.css";
import { usageWords } from "../workbench/chat/usage";
import { useAssistant } from "./context";
import { problemWords } from "./itemState";
import { endWords, type SessionTurn } from "./turns";

/** What a turn left behind: how it ended, and the drafts that it wrote last. */
export function TurnEnd({ turn }: { turn: SessionTurn }) {
  const { items, open } = useAssistant();
  const said = endWords(turn);
  const written = items.filter((item) => item.author === "ai" && item.turnId === turn.id);
  if (said === "" && written.length === 0 && !turn.usage) {
    return null;
  }
  return (
    <section className={chat.receipt} aria-label={t`What the turn left`}>
      {said !== "" && <span>{said}</span>}
      {written.length > 0 && (
        <>
          <header>
            <strong>{plural(written.length, { one: "# draft written", other: "# drafts written" })}</strong>
          </header>
          <span className={chat.saved}>
            {written.map((item) => {
              const problems = problemWords(item);
              return (
                <button
                  key={item.path}
                  type="button"
                  className={chat.link}
                  onClick={() => {
                    open(item.path);
                  }}
                >
                  {problems ? t`${item.name}: ${problems}` : item.name}
                </button>
              );
            })}
          </span>
        </>
      )}
      {turn.usage && <span className={chat.faint}>{usageWords(turn.usage)}</span>}
    </section>
  );
}
