import { t } from "@lingui/core/macro";
import { ActionIcon, Button, Tooltip } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useEffect, useRef } from "react";

import type { ValidationProblem } from "../contract";
import type { ElementChange } from "../model/diff";
import type { FlowNode } from "../model/document";
import { typeWord } from "../model/words";
import { cloneSelection, deleteSelection } from "../store/commands";
import type { FlowState } from "../store/FlowStore";
import { useFlow, useStore } from "../useFlow";
import { ChangeView } from "./ChangeView";
import { EdgeForm } from "./EdgeForm";
import { NodeForm } from "./NodeForm";
import classes from "./panel.module.css";
import { ProblemList } from "./ProblemList";
import { ProposalForm } from "./ProposalForm";
import { WorkflowForm } from "./WorkflowForm";

const none: readonly ValidationProblem[] = [];
const inputs = 'input, textarea, [contenteditable="true"]';
const maxTries = 20;

/** The properties of what is selected. */
export function Panel() {
  const store = useStore();
  const content = useRef<HTMLDivElement>(null);
  const title = useFlow(titleOf);
  const kind = useFlow(kindOf);
  useRevealField(content);
  return (
    <aside className={classes.panel} aria-label={t`Properties`}>
      <div className={classes.head}>
        <h2>{title}</h2>
        <span>{kind}</span>
        <Tooltip label={t`Close`}>
          <ActionIcon
            aria-label={t`Close the properties`}
            onClick={() => {
              store.set({ panel: undefined });
            }}
          >
            <IconX size={15} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </div>
      <div className={classes.body} ref={content}>
        <Selected />
      </div>
    </aside>
  );
}

function Selected() {
  const document = useFlow((state) => state.document);
  const selection = useFlow((state) => state.selection);
  const problems = useFlow((state) => state.problems) ?? none;
  const review = useFlow((state) => state.review);
  const highlights = useFlow((state) => state.highlights);
  const [nodeId] = selection.nodeIds;
  const [edgeId] = selection.edgeIds;
  if (selection.nodeIds.size + selection.edgeIds.size > 1) {
    return <Several />;
  }
  const isProposed = review !== undefined && !review.isStale;
  const diff = isProposed ? review.diff : highlights;
  const change: ElementChange | undefined =
    nodeId !== undefined ? diff?.nodes.get(nodeId) : edgeId !== undefined ? diff?.edges.get(edgeId) : undefined;
  const about = problems.filter((problem) =>
    nodeId !== undefined
      ? problem.nodeId === nodeId
      : edgeId !== undefined
        ? problem.edgeId === edgeId
        : problem.nodeId === undefined && problem.edgeId === undefined,
  );
  const node = nodeId === undefined ? undefined : document.node(nodeId);
  const edge = edgeId === undefined ? undefined : document.edge(edgeId);
  const isChangeOnly = isProposed && change !== undefined;
  return (
    <>
      {change && <ChangeView change={change} isProposed={isProposed} />}
      {!isChangeOnly && (
        <>
          <ProblemList problems={about.filter((problem) => !isShownAtField(problem, node))} />
          {node && <NodeForm key={node.id} node={node} problems={about} />}
          {edge && <EdgeForm key={edge.id} edge={edge} problems={about} />}
          {nodeId === undefined &&
            edgeId === undefined &&
            (isProposed ? <ProposalForm review={review} /> : <WorkflowForm />)}
        </>
      )}
    </>
  );
}

/** Expressions show their problems themselves. */
function isShownAtField({ edgeId, field = "" }: ValidationProblem, node: FlowNode | undefined): boolean {
  if (edgeId !== undefined) {
    return field === "condition";
  }
  const hasMappings = node?.type === "receive-event";
  const hasInputs = node?.type === "action" || node?.type === "human-task";
  return (
    (node?.type === "human-task" && field === "title") ||
    (hasInputs && field.startsWith("inputs.")) ||
    (hasMappings && /^(match\[|outputs\[|correlationKey\.)/.test(field))
  );
}

/** Several elements: what can be done with all of them. */
function Several() {
  const store = useStore();
  const readOnly = useFlow((state) => state.readOnly);
  const nodes = useFlow((state) => state.selection.nodeIds.size);
  if (readOnly) {
    return <p className={classes.note}>{t`Choose one step or edge to see its properties.`}</p>;
  }
  return (
    <div className={classes.row}>
      {nodes > 0 && (
        <Button
          variant="default"
          onClick={() => {
            cloneSelection(store);
          }}
        >{t`Clone`}</Button>
      )}
      <Button
        variant="default"
        onClick={() => {
          deleteSelection(store);
        }}
      >{t`Delete`}</Button>
    </div>
  );
}

const shownDocument = ({ document, review }: FlowState, isThere: (of: FlowState["document"]) => boolean) =>
  review && !review.isStale && !isThere(document) ? review.after : document;

function titleOf(state: FlowState): string {
  const { nodeIds, edgeIds } = state.selection;
  const [nodeId] = nodeIds;
  const [edgeId] = edgeIds;
  if (nodeIds.size + edgeIds.size > 1) {
    return t`${nodeIds.size + edgeIds.size} selected`;
  }
  if (nodeId !== undefined) {
    return shownDocument(state, (of) => of.node(nodeId) !== undefined).titleOf(nodeId);
  }
  if (edgeId !== undefined) {
    const shown = shownDocument(state, (of) => of.edge(edgeId) !== undefined);
    const edge = shown.edge(edgeId);
    return edge ? `${shown.titleOf(edge.source)} → ${shown.titleOf(edge.target)}` : t`Edge`;
  }
  return state.document.name || t`Workflow`;
}

function kindOf(state: FlowState): string {
  const { nodeIds, edgeIds } = state.selection;
  const [nodeId] = nodeIds;
  if (nodeIds.size + edgeIds.size > 1) {
    return "";
  }
  if (nodeId !== undefined) {
    const shown = shownDocument(state, (of) => of.node(nodeId) !== undefined);
    return typeWord(shown.node(nodeId)?.type ?? "");
  }
  return edgeIds.size > 0 ? t`Edge` : t`Workflow`;
}

/** Puts the cursor where a reveal asks for, or into the first input when the panel is opened for typing. */
function useRevealField(content: React.RefObject<HTMLDivElement | null>): void {
  const revealed = useFlow((state) => state.revealed);
  useEffect(() => {
    const field = revealed?.field;
    if (field === undefined) {
      return;
    }
    const names = [field, field.replace(/\.[^.]*$/, ""), field.replace(/[[.].*$/, "")];
    const focus = (): boolean => {
      const place =
        field === "*"
          ? content.current?.querySelector<HTMLElement>("[data-first]")
          : names
              .map((name) => content.current?.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`))
              .find(Boolean);
      const input = place?.matches(inputs) ? place : place?.querySelector<HTMLElement>(inputs);
      (input ?? place)?.scrollIntoView({ block: "nearest" });
      input?.focus();
      return !place || Boolean(input);
    };
    // Fields for expressions come a moment later than the panel.
    let tries = focus() ? 0 : maxTries;
    const timer = setInterval(() => {
      tries = tries <= 0 || focus() ? 0 : tries - 1;
      if (tries === 0) {
        clearInterval(timer);
      }
    }, 60);
    return () => {
      clearInterval(timer);
    };
  }, [revealed, content]);
}
