import { t } from "@lingui/core/macro";
import { ActionIcon, Tooltip } from "@mantine/core";
import {
  IconAlertTriangle,
  IconBolt,
  IconCircleCheck,
  IconExclamationCircle,
  IconLayoutSidebarLeftCollapse,
  IconLock,
  IconPlus,
  IconTool,
  IconVectorBezier2,
} from "@tabler/icons-react";

import { isLocked, useWorkbench } from "../context";
import type { Draft, DraftType } from "../types";
import { RowMenu } from "./RowMenu";
import { rowStatus } from "./rowStatus";
import classes from "./Tree.module.css";

const icons = { workflow: IconVectorBezier2, "action-type": IconBolt, tool: IconTool };

const sections: { type: DraftType; title: string; add: string; none: string }[] = [
  {
    type: "action-type",
    title: t`Action types`,
    add: t`Add an action type`,
    none: t`Scripts that the workflow calls.`,
  },
  { type: "tool", title: t`Tools`, add: t`Add a tool`, none: t`Scripts that agents may call.` },
];

/** The drafts of the composition. */
export function Tree({ onCollapse }: { onCollapse: () => void }) {
  const { drafts, addDraft } = useWorkbench();
  return (
    <nav className={classes.tree} data-pane='[aria-current="true"]' aria-label={t`Drafts of the composition`}>
      <header className={classes.head}>
        <h2>{t`Composition`}</h2>
        <Tooltip label={t`Hide the list of drafts`}>
          <ActionIcon aria-label={t`Hide the list of drafts`} onClick={onCollapse}>
            <IconLayoutSidebarLeftCollapse size={16} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
      </header>
      <h3 className={classes.section}>{t`Workflow`}</h3>
      <Rows drafts={drafts.filter((draft) => draft.type === "workflow")} />
      {sections.map(({ type, title, add, none }) => {
        const found = drafts.filter((draft) => draft.type === type);
        return (
          <div key={type}>
            <div className={classes.sectionHead}>
              <h3 className={classes.section}>{title}</h3>
              <Tooltip label={add}>
                <ActionIcon
                  size="sm"
                  aria-label={add}
                  onClick={() => {
                    addDraft(type);
                  }}
                >
                  <IconPlus size={14} stroke={1.5} />
                </ActionIcon>
              </Tooltip>
            </div>
            {found.length === 0 ? <p className={classes.none}>{none}</p> : <Rows drafts={found} />}
          </div>
        );
      })}
    </nav>
  );
}

function Rows({ drafts }: { drafts: Draft[] }) {
  return (
    <ul className={classes.rows}>
      {drafts.map((draft) => (
        <Row key={draft.id} draft={draft} />
      ))}
    </ul>
  );
}

function Row({ draft }: { draft: Draft }) {
  const { activeId, open, composition } = useWorkbench();
  const status = rowStatus(draft);
  const locked = isLocked(draft, composition);
  const Icon = icons[draft.type];
  return (
    <li className={classes.row} data-active={draft.id === activeId}>
      <button
        type="button"
        className={classes.open}
        aria-current={draft.id === activeId ? "true" : undefined}
        onClick={() => {
          open(draft.id);
        }}
      >
        <Icon className={classes.icon} size={15} stroke={1.5} aria-hidden />
        <span className={classes.name} title={draft.name}>
          {draft.name}
        </span>
        <span className={classes.marks}>
          {locked && (
            <IconLock size={13} stroke={1.5} className={classes.lock} aria-label={t`The AI is working on it`} />
          )}
          {status.byAi && <span className={classes.ai} title={t`Last changed by the AI`}>{t`AI`}</span>}
          <StatusIcon level={status.level} words={status.words} />
          {status.unpublished && (
            <span
              className={classes.dot}
              role="img"
              aria-label={t`Not published as it is`}
              title={t`Not published as it is`}
            />
          )}
        </span>
      </button>
      {draft.type !== "workflow" && <RowMenu draft={draft} disabled={locked} />}
    </li>
  );
}

function StatusIcon({ level, words }: { level: ReturnType<typeof rowStatus>["level"]; words: string }) {
  const Icon = level === "errors" ? IconExclamationCircle : level === "warnings" ? IconAlertTriangle : IconCircleCheck;
  return (
    <span className={classes.status} data-level={level} title={words}>
      <Icon size={14} stroke={1.7} aria-label={words} />
    </span>
  );
}
