import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useState } from "react";

import type { FlowNode } from "../model/document";
import { asFormFields, formFields, initialValues, missingIn } from "../model/formFields";
import { stringOf } from "../model/json";
import type { Delivery, Snapshot } from "../model/simulation";
import { nodeLine } from "../model/words";
import { JsonInput } from "../panel/JsonInput";
import panel from "../panel/panel.module.css";
import { useFlow, useHost } from "../useFlow";
import classes from "./simulate.module.css";
import { ValueForm } from "./ValueForm";

interface Props {
  snapshot: Snapshot;
  isBusy: boolean;
  give: (delivery: Delivery) => void;
}

/** The steps in which the run waits, each with what it waits for. */
export function WaitingCards({ snapshot, isBusy, give }: Props) {
  const document = useFlow((state) => state.document);
  return snapshot.activeBranches.map(({ branchId, nodeId }) => {
    const node = document.node(nodeId);
    return (
      node && (
        <WaitingCard
          key={branchId}
          node={node}
          inputs={snapshot.inputs?.[nodeId]}
          isBusy={isBusy}
          give={(delivery) => {
            give({ node: nodeId, ...delivery });
          }}
        />
      )
    );
  });
}

interface CardProps {
  node: FlowNode;
  inputs: unknown;
  isBusy: boolean;
  give: (delivery: Omit<Delivery, "node">) => void;
}

const asks: Record<string, string> = {
  action: t`What the action gives back`,
  "human-task": t`What the person fills in`,
  "receive-event": t`The event's payload`,
};

function WaitingCard({ node, inputs, isBusy, give }: CardProps) {
  const { actionTypes } = useHost();
  const called = actionTypes.find((type) => type.name === stringOf(node.config.get("actionType")));
  const isEvent = node.type === "receive-event";
  const own = isEvent ? [] : formFields(node, "outputs");
  const fields = own.length > 0 || node.type !== "action" ? own : asFormFields(called?.outputs ?? []);
  const [output, setOutput] = useState<Record<string, unknown>>(() => initialValues(fields));
  const [missing, setMissing] = useState<ReadonlySet<string>>();
  const canTimeOut = isEvent && stringOf(node.config.get("timeout")) !== undefined;
  return (
    <section className={classes.card} aria-label={t`Waiting: ${node.title}`}>
      <h3>{node.title}</h3>
      <p className={panel.note}>{Object.values(nodeLine(node)).filter(Boolean).join(" · ")}</p>
      {inputs !== undefined && <pre className={classes.json}>{JSON.stringify(inputs, null, 2)}</pre>}
      {node.type === "wait" ? (
        <Button
          variant="default"
          loading={isBusy}
          onClick={() => {
            give({ timeout: true });
          }}
        >{t`Let the time pass`}</Button>
      ) : (
        <>
          <p className={classes.ask}>{asks[node.type] ?? t`The output`}</p>
          {fields.length > 0 ? (
            <ValueForm fields={fields} values={output} onChange={setOutput} {...(missing ? { missing } : {})} />
          ) : (
            <JsonInput
              label={t`As JSON`}
              value={Object.keys(output).length > 0 ? JSON.stringify(output) : undefined}
              mustBeObject
              onChange={(json) => {
                setOutput(json === undefined ? {} : (JSON.parse(json) as Record<string, unknown>));
              }}
            />
          )}
          <div className={classes.buttons}>
            <Button
              loading={isBusy}
              onClick={() => {
                const left = missingIn(fields, output);
                setMissing(left);
                if (left.size === 0) {
                  give({ output });
                }
              }}
            >{t`Go on with this`}</Button>
            {canTimeOut && (
              <Button
                variant="default"
                disabled={isBusy}
                onClick={() => {
                  give({ timeout: true });
                }}
              >{t`Let it time out`}</Button>
            )}
          </div>
        </>
      )}
    </section>
  );
}
