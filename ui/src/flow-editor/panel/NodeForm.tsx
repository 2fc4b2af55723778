import { t } from "@lingui/core/macro";
import { Accordion, TextInput } from "@mantine/core";
import { useState } from "react";

import type { ValidationProblem } from "../contract";
import type { FlowNode } from "../model/document";
import { renameNode } from "../model/edits";
import { graphOf } from "../model/graph";
import { quote, stringOf } from "../model/json";
import { edgeLabel } from "../model/words";
import { useFlow, useStore } from "../useFlow";
import { ActionForm } from "./ActionForm";
import { EventForm } from "./EventForm";
import { FieldsEditor } from "./FieldsEditor";
import { JsonInput } from "./JsonInput";
import classes from "./panel.module.css";
import { TaskForm } from "./TaskForm";
import { useNodeEdit } from "./useEdit";
import { WaitForm } from "./WaitForm";

export interface FormProps {
  node: FlowNode;
  problems: readonly ValidationProblem[];
}

/** Everything about one node. */
export function NodeForm({ node, problems }: FormProps) {
  const readOnly = useFlow((state) => state.readOnly);
  const edit = useNodeEdit(node);
  return (
    <div className={classes.form}>
      <TextInput
        label={t`Name`}
        value={node.name}
        readOnly={readOnly}
        data-first
        data-field="name"
        onChange={(event) => {
          edit.member("name", quote(event.currentTarget.value), t`the name`);
        }}
      />
      <TypeForm node={node} problems={problems} />
      <Leaving node={node} />
      <Accordion variant="default" chevronPosition="left">
        <Accordion.Item value="more">
          <Accordion.Control>{t`Id and JSON`}</Accordion.Control>
          <Accordion.Panel>
            <div className={classes.form}>
              <IdInput node={node} />
              <JsonInput
                label={t`All settings as JSON`}
                description={t`Settings that this page does not know are kept as they are.`}
                value={node.configText}
                mustBeObject
                onChange={(value) => {
                  edit.member("config", value ?? "{}", t`the settings`);
                }}
              />
            </div>
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </div>
  );
}

function TypeForm({ node, problems }: FormProps) {
  const readOnly = useFlow((state) => state.readOnly);
  const edit = useNodeEdit(node);
  switch (node.type) {
    case "start":
      return (
        <FieldsEditor
          title={t`Inputs`}
          empty={t`A run may start with anything. Declare inputs, and they are checked and offered where expressions are written.`}
          field="inputs"
          isForm
          value={node.config.get("inputs")}
          onChange={(value) => {
            edit.config("inputs", value, t`the inputs`);
          }}
        />
      );
    case "action":
      return <ActionForm node={node} problems={problems} />;
    case "human-task":
      return <TaskForm node={node} problems={problems} />;
    case "receive-event":
      return <EventForm node={node} problems={problems} />;
    case "wait":
      return <WaitForm node={node} problems={problems} />;
    case "end":
      return (
        <TextInput
          label={t`Outcome`}
          description={t`What this ending means, for lists and figures.`}
          value={stringOf(node.config.get("outcome")) ?? ""}
          readOnly={readOnly}
          data-field="outcome"
          onChange={(event) => {
            const text = event.currentTarget.value;
            edit.config("outcome", text === "" ? undefined : quote(text), t`the outcome`);
          }}
        />
      );
    default:
      return <p className={classes.note}>{t`There is no step of this type, so it can only be edited as JSON.`}</p>;
  }
}

/** The edges that leave the node, in the order in which they are tried. */
function Leaving({ node }: { node: FlowNode }) {
  const store = useStore();
  const document = useFlow((state) => state.document);
  const graph = graphOf(document);
  const rest = graph.outgoing(node.id).filter((edge) => edge.isDefault || edge.isTimeout);
  const edges = [...graph.routes(node.id), ...rest];
  if (edges.length === 0) {
    return null;
  }
  return (
    <section className={classes.section}>
      <h3>{graph.isFork(node.id) ? t`Leads to, all at once` : t`Leads to`}</h3>
      <ul className={classes.edges}>
        {edges.map((edge) => (
          <li key={edge.id}>
            <button
              type="button"
              onClick={() => {
                store.reveal({ edgeId: edge.id });
              }}
            >
              <span>{document.titleOf(edge.target)}</span> <code>{edgeLabel(edge)?.text}</code>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The id, which others refer to: changed as a whole, and never to one that is taken. */
function IdInput({ node }: { node: FlowNode }) {
  const store = useStore();
  const readOnly = useFlow((state) => state.readOnly);
  const [draft, setDraft] = useState<string>();
  const wish = draft?.trim();
  const isTaken = wish !== undefined && wish !== node.id && store.getState().document.node(wish) !== undefined;
  const finish = () => {
    if (wish && wish !== node.id && !isTaken) {
      const { document } = store.getState();
      store.commit(renameNode(document, node.id, wish), t`Changed the id of “${node.title}”`, {
        select: { nodeIds: [wish] },
      });
    }
    setDraft(undefined);
  };
  return (
    <TextInput
      label={t`Id`}
      value={draft ?? node.id}
      readOnly={readOnly}
      error={isTaken ? t`Another step has this id.` : undefined}
      onChange={(event) => {
        setDraft(event.currentTarget.value);
      }}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === "Enter") {
          finish();
        }
      }}
    />
  );
}
