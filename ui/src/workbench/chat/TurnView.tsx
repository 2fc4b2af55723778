import { t } from "@lingui/core/macro";
import { IconAlertTriangle, IconInfoCircle, IconSparkles } from "@tabler/icons-react";
import { lazy, Suspense } from "react";

import { took, when } from "../../lib/time";
import classes from "./Chat.module.css";
import { waitsForAnswer, type Block, type TurnTalk } from "./conversation";
import { useChat, type ChatTurn } from "./host";
import { Question } from "./Question";
import { ToolCard } from "./ToolCard";

const Prose = lazy(() => import("./Prose"));

interface Props {
  talk: TurnTalk;
  turn: ChatTurn | undefined;
  working: boolean;
}

/** One turn: what was asked, what the agent said and did, and the server's account of it. */
export function TurnView({ talk, turn, working }: Props) {
  const attached = turn?.attached === true;
  const { turns, receipt } = useChat();
  const number = turns.length - turns.findIndex((other) => other.id === turn?.id);
  return (
    <article className={classes.turn} aria-label={turn ? t`Turn ${number}` : t`Between turns`}>
      {talk.message !== undefined && <div className={classes.me}>{talk.message}</div>}
      {turn && (
        <div className={classes.turnHead} title={when(turn.startedAt)}>
          <IconSparkles size={13} stroke={1.5} aria-hidden />
          <span>{t`Turn ${number}${attached ? ", agent of your own" : ""}`}</span>
          <hr />
          <span className={classes.faint}>
            {working || !turn.endedAt ? "working…" : took(Date.parse(turn.endedAt) - Date.parse(turn.startedAt))}
          </span>
        </div>
      )}
      {talk.blocks
        .filter((block) => block.kind !== "writing" || working)
        .map((block) => (
          <BlockView key={block.seq} block={block} ended={turn?.endedAt !== undefined} />
        ))}
      {working && (
        <div className={classes.working} role="status">
          <i aria-hidden />
          {waitsForAnswer(talk) ? t`The agent waits for your answer` : t`The agent is at work`}
        </div>
      )}
      {turn?.endedAt && receipt(turn.id, number)}
    </article>
  );
}

interface BlockProps {
  block: Block;
  ended: boolean;
}

function BlockView({ block, ended }: BlockProps) {
  switch (block.kind) {
    case "text":
      return (
        <Suspense fallback={<p className={classes.plain}>{block.text}</p>}>
          <Prose text={block.text} />
          {block.partial && <p className={classes.faint}>{t`It broke off here.`}</p>}
        </Suspense>
      );
    case "writing":
      // Read out when it is done and not at each word.
      return (
        <div aria-live="off" aria-busy>
          <Suspense fallback={<p className={classes.plain}>{block.text}</p>}>
            <Prose text={block.text} />
          </Suspense>
        </div>
      );
    case "thinking":
      return (
        <details className={classes.thinking}>
          <summary>{t`Thought for a moment`}</summary>
          <p className={classes.plain}>{block.text}</p>
        </details>
      );
    case "tool":
      return <ToolCard tool={block} ended={ended} />;
    case "question":
      return <Question question={block} />;
    case "notice":
      return (
        <p className={classes.notice}>
          <IconInfoCircle size={15} stroke={1.5} aria-hidden />
          <span>{block.text}</span>
        </p>
      );
    case "error":
      return (
        <p className={classes.notice} data-bad>
          <IconAlertTriangle size={15} stroke={1.5} aria-hidden />
          <span>{block.text}</span>
        </p>
      );
  }
}
