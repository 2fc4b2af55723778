import { t } from "@lingui/core/macro";
import { lazy, Suspense } from "react";

import { Lines } from "../../components/Lines";
import { Loading } from "../../shell/states";
import classes from "./PublishDialog.module.css";

const FlowCanvas = lazy(() => import("../../flow-editor/canvas/FlowCanvas"));
const FlowDiff = lazy(() => import("../../flow-editor/diff/FlowDiff"));

interface Props {
  isWorkflow: boolean;
  /** What is published, or what the draft was based on; nothing where it is new. */
  before: unknown;
  /** The text of the draft. */
  after: string;
}

const pretty = (content: unknown): string => (content === undefined ? "" : JSON.stringify(content, null, 2));

/** What publishing a draft changes: a workflow drawn, anything else line by line. */
export function WhatChanges({ isWorkflow, before, after }: Props) {
  const draft: unknown = after ? JSON.parse(after) : undefined;
  if (pretty(before) === pretty(draft)) {
    return (
      <p className={classes.same}>
        {isWorkflow
          ? t`It is as published; its new version takes along the drafts that it uses.`
          : t`It is as published.`}
      </p>
    );
  }
  if (!isWorkflow) {
    return <Lines before={pretty(before)} after={pretty(draft)} />;
  }
  return (
    <Suspense fallback={<Loading />}>
      {before === undefined ? (
        <div className={classes.canvas}>
          <FlowCanvas workflow={after} label={t`The new workflow`} />
        </div>
      ) : (
        <div className={classes.sides}>
          <FlowDiff
            before={JSON.stringify(before)}
            after={after}
            beforeLabel={t`As published`}
            afterLabel={t`As in your draft`}
          />
        </div>
      )}
    </Suspense>
  );
}
