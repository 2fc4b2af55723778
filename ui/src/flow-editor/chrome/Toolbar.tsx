import { t } from "@lingui/core/macro";
import { ActionIcon, Tooltip } from "@mantine/core";
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconLayoutSidebarRight,
  IconPlayerTrackNext,
  IconSearch,
  IconSitemap,
  type Icon,
} from "@tabler/icons-react";

import { dragType } from "../canvas/Canvas";
import { TypeIcon } from "../canvas/typeIcons";
import { nodeTypes } from "../model/document";
import { typeWords } from "../model/words";
import { addStep } from "../store/commands";
import { useFlow, useStore } from "../useFlow";
import classes from "./chrome.module.css";
import { MoreMenu } from "./MoreMenu";

interface Props {
  openSearch: () => void;
  openKeys: () => void;
}

/** New steps, undo and redo, and what else can be done with the whole workflow. */
export function Toolbar({ openSearch, openKeys }: Props) {
  const store = useStore();
  const readOnly = useFlow((state) => state.readOnly);
  const undoable = useFlow((state) => state.history.undoable?.origin);
  const redoable = useFlow((state) => state.history.redoable?.origin);
  const panel = useFlow((state) => state.panel);
  const toggle = (kind: "properties" | "simulation") => {
    store.set({ panel: panel === kind ? undefined : kind });
  };
  return (
    <div className={classes.tools} role="toolbar" aria-label={t`Workflow`}>
      {!readOnly && (
        <>
          <Palette />
          <span className={classes.rule} />
          <Tool label={t`Tidy: lay out all steps afresh`} icon={IconSitemap} onClick={() => void store.tidy()} />
          <Tool
            label={undoable === undefined ? t`Nothing to undo` : t`Undo: ${undoable} (Ctrl Z)`}
            icon={IconArrowBackUp}
            disabled={undoable === undefined}
            onClick={() => {
              store.undo();
            }}
          />
          <Tool
            label={redoable === undefined ? t`Nothing to redo` : t`Redo: ${redoable} (Ctrl Shift Z)`}
            icon={IconArrowForwardUp}
            disabled={redoable === undefined}
            onClick={() => {
              store.redo();
            }}
          />
          <span className={classes.rule} />
        </>
      )}
      <Tool label={t`Find a step (Ctrl F)`} icon={IconSearch} onClick={openSearch} />
      <Tool
        label={t`Simulate`}
        icon={IconPlayerTrackNext}
        isOn={panel === "simulation"}
        onClick={() => {
          toggle("simulation");
        }}
      />
      <Tool
        label={t`Properties (Enter)`}
        icon={IconLayoutSidebarRight}
        isOn={panel === "properties"}
        onClick={() => {
          toggle("properties");
        }}
      />
      <MoreMenu openKeys={openKeys} />
    </div>
  );
}

/** The types of steps: a click adds one after the selected step, a drag where it is dropped. */
function Palette() {
  const store = useStore();
  const hasStart = useFlow((state) => state.document.nodes.some((node) => node.type === "start"));
  return nodeTypes
    .filter((type) => type !== "start" || !hasStart)
    .map((type) => (
      <Tooltip key={type} label={t`${typeWords[type].word}: ${typeWords[type].does}. Click or drag.`}>
        <ActionIcon
          aria-label={t`Add ${typeWords[type].word}`}
          className={classes.tool}
          data-type={type}
          draggable
          onDragStart={(event) => {
            event.dataTransfer.setData(dragType, type);
            event.dataTransfer.effectAllowed = "copy";
          }}
          onClick={() => {
            addStep(store, type);
          }}
        >
          <TypeIcon type={type} size={17} />
        </ActionIcon>
      </Tooltip>
    ));
}

interface ToolProps {
  label: string;
  icon: Icon;
  isOn?: boolean;
  disabled?: boolean;
  onClick: () => void;
}

function Tool({ label, icon: ToolIcon, isOn, disabled = false, onClick }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        aria-label={label}
        data-on={isOn}
        {...(isOn === undefined ? {} : { "aria-pressed": isOn })}
        disabled={disabled}
        onClick={onClick}
      >
        <ToolIcon size={17} stroke={1.5} />
      </ActionIcon>
    </Tooltip>
  );
}
