import { plural, t } from "@lingui/core/macro";
import { Handle, type NodeProps, Position } from "@xyflow/react";
import { memo } from "react";

import { nodeLine } from "../model/words";
import classes from "./StepNode.module.css";
import type { StepNodeData } from "./toReactFlow";
import { TypeIcon } from "./typeIcons";
import type { NodeView } from "./view";

/** One node on the canvas. */
export const StepNode = memo(function StepNode({ data: { view } }: NodeProps<StepNodeData>) {
  const { node } = view;
  const isPill = node.type === "start" || node.type === "end";
  const { word, details } = nodeLine(node);
  return (
    <div
      className={isPill ? classes.pill : classes.card}
      data-type={node.type}
      data-fate={view.fate}
      data-proposed={view.isProposed}
      data-selected={view.isSelected}
      data-run={runState(view)}
      data-broken={view.errors > 0}
    >
      {node.type !== "start" && <Handle type="target" position={Position.Left} className={classes.handle ?? ""} />}
      <span className={classes.name}>
        {isPill && <TypeIcon type={node.type} size={14} className={classes.icon} />}
        {node.title}
      </span>
      {!isPill && (
        <span className={classes.line}>
          <TypeIcon type={node.type} size={12} className={classes.icon} />
          <b data-unresolved={view.isUnresolved}>{word}</b>
          {details && <span className={classes.details}>{details}</span>}
        </span>
      )}
      <Badges view={view} />
      {node.type !== "end" && <Handle type="source" position={Position.Right} className={classes.handle ?? ""} />}
    </div>
  );
});

function runState({ visits, isWaiting, isFailed }: NodeView): string | undefined {
  if (visits === undefined) {
    return undefined;
  }
  return isFailed ? "failed" : isWaiting ? "waiting" : visits > 0 ? "visited" : "untouched";
}

const fateWords = { added: "new", changed: "changed", removed: "removed" };

function Badges({ view }: { view: NodeView }) {
  const { errors, warnings, fate, visits } = view;
  return (
    <span className={classes.badges}>
      {view.isFork && <i data-kind="shape">{t`fork`}</i>}
      {view.isJoin && <i data-kind="shape">{t`join`}</i>}
      {visits !== undefined && visits > 1 && <i data-kind="shape">×{visits}</i>}
      {view.isUnresolved && <i data-kind="warn">{t`unknown`}</i>}
      {errors + warnings > 0 && <i data-kind={errors > 0 ? "bad" : "warn"}>{problemWords(errors, warnings)}</i>}
      {fate && <i data-kind="ai">{fateWords[fate]}</i>}
    </span>
  );
}

function problemWords(errors: number, warnings: number): string {
  const count = errors > 0 ? errors : warnings;
  return errors > 0
    ? plural(count, { one: "# error", other: "# errors" })
    : plural(count, { one: "# warning", other: "# warnings" });
}
