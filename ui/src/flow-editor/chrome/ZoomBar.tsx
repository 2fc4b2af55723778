import { t } from "@lingui/core/macro";
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
    <div className={classes.zoom} role="group" aria-label={t`View`}>
      <Tooltip label={t`Zoom out (−)`}>
        <ActionIcon aria-label={t`Zoom out`} size="sm" onClick={() => void flow.zoomOut()}>
          <IconMinus size={14} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t`Actual size`}>
        <button type="button" className={classes.percent} onClick={() => void flow.zoomTo(1)}>
          {percent}%
        </button>
      </Tooltip>
      <Tooltip label={t`Zoom in (+)`}>
        <ActionIcon aria-label={t`Zoom in`} size="sm" onClick={() => void flow.zoomIn()}>
          <IconPlus size={14} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t`Show all (F)`}>
        <ActionIcon
          aria-label={t`Show the whole workflow`}
          size="sm"
          onClick={() => void flow.fitView({ maxZoom: 1, padding: 0.12 })}
        >
          <IconFocusCentered size={15} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
      {onMap && (
        <Tooltip label={t`Map (M)`}>
          <ActionIcon aria-label={t`Map`} aria-pressed={withMap} size="sm" onClick={onMap} data-on={withMap}>
            <IconMap2 size={15} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  );
}
