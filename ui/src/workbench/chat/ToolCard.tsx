import { t } from "@lingui/core/macro";
import { Loader } from "@mantine/core";
import { IconCheck, IconChevronRight, IconX } from "@tabler/icons-react";
import { useState } from "react";

import classes from "./Chat.module.css";
import type { ToolBlock } from "./conversation";
import { useChat } from "./host";
import { asFailed, asGoingOn, toolWords, type ToolTarget } from "./toolWords";

const shown = 4000;

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2).slice(0, shown);
  } catch {
    return text.slice(0, shown);
  }
}

/** A call of a tool: one line, with what it is about; the details on demand. */
export function ToolCard({ tool, ended }: { tool: ToolBlock; ended: boolean }) {
  const [details, setDetails] = useState(false);
  const words = toolWords(tool);
  // What has no answer when the turn ends gets none any more.
  const running = tool.state === "running" && !ended;
  const brokenOff = tool.state === "running" && ended;
  const bad =
    brokenOff ||
    words.bad === true ||
    tool.state === "failed" ||
    words.detail === "failed" ||
    words.detail === "problems found";
  return (
    <div className={classes.card} data-changes={words.changes === true && tool.state === "done"}>
      <button
        type="button"
        className={classes.cardHead}
        aria-expanded={details}
        onClick={() => {
          setDetails(!details);
        }}
      >
        <span className={classes.cardIcon} data-bad={bad}>
          {running ? (
            <Loader size={12} color="var(--hd-ai)" />
          ) : bad ? (
            <IconX size={14} stroke={2} aria-label={t`Failed`} />
          ) : (
            <IconCheck size={14} stroke={2} aria-label={t`Done`} />
          )}
        </span>
        <span className={classes.cardLabel}>
          {running || brokenOff
            ? asGoingOn(words.label)
            : tool.state === "failed"
              ? asFailed(words.label)
              : words.label}
        </span>
        {(brokenOff || words.detail) && (
          <span className={classes.cardDetail}>{brokenOff ? t`broken off` : words.detail}</span>
        )}
        <IconChevronRight className={classes.chevron} size={14} stroke={1.5} aria-hidden />
      </button>
      {details && (
        <div className={classes.cardBody}>
          {words.target && <Show target={words.target} />}
          {Object.keys(tool.input).length > 0 && (
            <>
              <span className={classes.faint}>{t`Given`}</span>
              <pre tabIndex={0}>{JSON.stringify(tool.input, null, 2).slice(0, shown)}</pre>
            </>
          )}
          {tool.output && (
            <>
              <span className={classes.faint}>{t`Answer`}</span>
              <pre tabIndex={0}>{pretty(tool.output)}</pre>
            </>
          )}
        </div>
      )}
    </div>
  );
}

function Show({ target }: { target: ToolTarget }) {
  const found = useChat().find(target);
  return found ? (
    <button type="button" className={classes.link} onClick={found.open}>{t`Open ${found.name}`}</button>
  ) : null;
}
