import { ActionIcon, Tooltip } from "@mantine/core";
import { IconFocusCentered, IconMap2, IconMinus, IconPlus } from "@tabler/icons-react";
import { useReactFlow, useStore as useFlowLibrary } from "@xyflow/react";

import classes from "./chrome.module.css";

interface Props {
  withMap?: boolean;
  onMap?: () => void;
}

/** Zoom, fit and the map. */
export function ZoomBar({ withMap, onMap }: Props) {
  const flow = useReactFlow();
  const percent = useFlowLibrary((state) => Math.round(state.transform[2] * 100));
  return (
    <div className={classes.zoom} role="group" aria-label="View">
      <Tooltip label="Zoom out (−)">
        <ActionIcon aria-label="Zoom out" size="sm" onClick={() => void flow.zoomOut()}>
          <IconMinus size={14} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Actual size">
        <button type="button" className={classes.percent} onClick={() => void flow.zoomTo(1)}>
          {percent}%
        </button>
      </Tooltip>
      <Tooltip label="Zoom in (+)">
        <ActionIcon aria-label="Zoom in" size="sm" onClick={() => void flow.zoomIn()}>
          <IconPlus size={14} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Show all (F)">
        <ActionIcon
          aria-label="Show the whole workflow"
          size="sm"
          onClick={() => void flow.fitView({ maxZoom: 1, padding: 0.12 })}
        >
          <IconFocusCentered size={15} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
      {onMap && (
        <Tooltip label="Map (M)">
          <ActionIcon aria-label="Map" aria-pressed={withMap} size="sm" onClick={onMap} data-on={withMap}>
            <IconMap2 size={15} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  );
}
