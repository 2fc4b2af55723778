import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Checkbox, NumberInput, TextInput } from "@mantine/core";

import type { ValidationProblem } from "../contract";
import type { FlowEdge } from "../model/document";
import { graphOf } from "../model/graph";
import { quote, stringOf } from "../model/json";
import { isAbout } from "../model/problems";
import { useFlow, useStore } from "../useFlow";
import { ExpressionInput } from "./ExpressionInput";
import classes from "./panel.module.css";
import { useEdgeEdit } from "./useEdit";

/** Everything about one edge. */
export function EdgeForm({ edge, problems }: { edge: FlowEdge; problems: readonly ValidationProblem[] }) {
  const store = useStore();
  const document = useFlow((state) => state.document);
  const readOnly = useFlow((state) => state.readOnly);
  const edit = useEdgeEdit(edge);
  const source = document.node(edge.source);
  const canTimeOut = edge.isTimeout || stringOf(source?.config.get("timeout")) !== undefined;
  const isForked = graphOf(document).isFork(edge.source);
  const end = (id: string) => (
    <button
      type="button"
      className={classes.link}
      onClick={() => {
        store.reveal({ nodeId: id });
      }}
    >
      {document.titleOf(id)}
    </button>
  );
  return (
    <div className={classes.form}>
      <p className={classes.note}>
        <Trans>
          From {end(edge.source)} to {end(edge.target)}
        </Trans>
      </p>
      <ExpressionInput
        label={t`Condition`}
        description={
          edge.isDefault
            ? t`The default edge needs none: it is taken when no other one is.`
            : t`Taken only if this comes out as true; without one, always.`
        }
        placeholder="context.amount > 200"
        field="condition"
        value={edge.condition}
        scope="edge-condition"
        nodeId={edge.source}
        edgeId={edge.id}
        problems={problems.filter((problem) => isAbout(problem, "condition"))}
        onChange={(text) => {
          edit("condition", text === "" ? undefined : quote(text), t`the condition`);
        }}
      />
      <TextInput
        label={t`Label`}
        description={t`What stands on the edge, in place of the condition.`}
        value={edge.label}
        readOnly={readOnly}
        onChange={(event) => {
          const text = event.currentTarget.value;
          edit("label", text === "" ? undefined : quote(text), t`the label`);
        }}
      />
      <NumberInput
        label={t`Order`}
        description={t`Edges are tried lowest first.`}
        allowDecimal={false}
        value={edge.priority}
        readOnly={readOnly}
        data-field="priority"
        onChange={(value) => {
          if (typeof value === "number") {
            edit("priority", String(value), t`the order`);
          }
        }}
      />
      <Checkbox
        label={t`Default: taken when no other one is`}
        checked={edge.isDefault}
        disabled={readOnly}
        data-field="isDefault"
        onChange={(event) => {
          edit("isDefault", String(event.currentTarget.checked), t`the default`);
        }}
      />
      {canTimeOut && (
        <Checkbox
          label={t`Taken when the wait times out`}
          checked={edge.isTimeout}
          disabled={readOnly}
          data-field="isTimeout"
          onChange={(event) => {
            edit("isTimeout", event.currentTarget.checked ? "true" : undefined, t`the timeout edge`);
          }}
        />
      )}
      {isForked && (
        <p
          className={classes.note}
        >{t`No edge that leaves “${document.titleOf(edge.source)}” has a condition, so all are taken, each by a branch of its own.`}</p>
      )}
    </div>
  );
}
