import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from "react";

import type { FlowEditorHandle } from "../../flow-editor/contract";
import { Loading } from "../../shell/states";
import { useControllerState, useOpenDraft, useWorkbench } from "../context";
import { makeHost } from "../host";
import { actionTypesQuery, meQuery, toolsQuery } from "../queries";
import { readOnlyReason } from "../turnLoop";
import type { Draft, ValidationProblem } from "../types";
import { namesOf } from "../workflowNames";
import { Banner, SaveBanner } from "./Banner";
import classes from "./editors.module.css";

// Asked for with the workbench, not after what it shows: else one wait would follow the other.
const editorModule = import("../../flow-editor/FlowEditor");
const FlowEditor = lazy(() => editorModule);

interface Props {
  draft: Draft;
  onProblems: (problems: ValidationProblem[]) => void;
}

/** The workflow as a graph. */
export function WorkflowTab({ draft, onProblems }: Props) {
  const { composition, controller, drafts, ask, openByName, addDraft, select, tried } = useWorkbench();
  const { loop, trouble } = useControllerState();
  const open = useOpenDraft(draft.id);
  const published = useQuery(actionTypesQuery).data;
  const tools = useQuery(toolsQuery).data;
  const readOnly = readOnlyReason(loop) !== undefined;
  const busy = composition.turnState !== "idle";
  const names = namesOf(open?.text);
  const [editor, setEditor] = useState<FlowEditorHandle | null>(null);

  // The editor has heard of readOnly by now: effects of children come first.
  useEffect(() => {
    controller.setEditor(editor ?? undefined, editor !== null && !readOnly);
    return () => {
      controller.setEditor(undefined, false);
    };
  }, [controller, editor, readOnly]);

  const host = useMemo(
    () =>
      makeHost({
        published: published ?? [],
        tools: tools ?? [],
        drafts,
        busy,
        readOnly,
        names,
        ask,
        evaluated: (question, result) => {
          tried.add(question, result);
        },
        openActionType: ({ value }) => {
          if (!openByName("action-type", value)) {
            addDraft("action-type", value);
          }
        },
      }),
    [published, tools, drafts, busy, readOnly, names, ask, tried, openByName, addDraft],
  );

  // What comes from elsewhere is a step that can be undone, where the editor takes changes.
  const adopted = open?.adopted ?? 0;
  const shown = useRef(adopted);
  useEffect(() => {
    const text = controller.drafts.get(draft.id)?.text;
    if (adopted !== shown.current && editor && !readOnly && text !== undefined) {
      editor.replace(text, t`Changed elsewhere`);
    }
    shown.current = adopted;
  }, [controller, draft.id, editor, readOnly, adopted]);

  // A read-only editor follows the draft; one that takes changes knows its text itself.
  const text = open?.text;
  const [given, setGiven] = useState({ text, readOnly });
  if (
    (readOnly || given.readOnly || given.text === undefined) &&
    (given.text !== text || given.readOnly !== readOnly)
  ) {
    setGiven({ text, readOnly });
  }

  if (!open || given.text === undefined) {
    return <Loading />;
  }
  return (
    <div className={classes.tab}>
      {open.status.state !== "lease" && <LeaseBanner />}
      <SaveBanner draft={draft} open={open} />
      {trouble && (
        <Banner tone="bad">
          <span>{trouble.message}</span>
          {trouble.reload && (
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => {
                controller.reloadWorkflow();
              }}
            >{t`Reload workflow from server`}</Button>
          )}
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            onClick={() => {
              controller.dismissTrouble();
            }}
          >{t`Dismiss`}</Button>
        </Banner>
      )}
      <div className={classes.canvas}>
        <Suspense fallback={<Loading />}>
          <FlowEditor
            ref={setEditor}
            workflow={given.text}
            host={host}
            readOnly={readOnly}
            onChange={(text, { origin, turnId }) => {
              controller.workflowChanged(text, origin, turnId);
            }}
            onProposalResolved={(id, outcome) => {
              void controller.proposalResolved(id, outcome);
            }}
            onSelectionChange={select}
            onProblems={onProblems}
          />
        </Suspense>
      </div>
    </div>
  );
}

function LeaseBanner() {
  const { controller } = useWorkbench();
  const { loop } = useControllerState();
  const me = useQuery(meQuery).data?.user.id;
  if (loop.lease.phase !== "other") {
    return null;
  }
  const { holder } = loop.lease;
  const who =
    holder?.userId === me && me ? t`You edit` : holder?.name ? t`${holder.name} edits` : t`Another window edits`;
  return (
    <Banner tone="plain">
      <span>{t`${who} the workflow in another window, so it is read-only here. What happens there shows here.`}</span>
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => {
          controller.takeOver();
        }}
      >{t`Take over`}</Button>
    </Banner>
  );
}
