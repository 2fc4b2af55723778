import { t } from "@lingui/core/macro";
import { ActionIcon, Button, Select, TextInput, Tooltip } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";

import { changed } from "../model/edits";
import { elementsOf, withAdded, withElement, withoutElement } from "../model/fields";
import { JsonObject, type JsonText, quote, stringOf } from "../model/json";
import { isAbout } from "../model/problems";
import { useFlow } from "../useFlow";
import { DurationInput } from "./DurationInput";
import { ExpressionInput } from "./ExpressionInput";
import type { FormProps } from "./NodeForm";
import classes from "./panel.module.css";
import { useNodeEdit } from "./useEdit";

/** A wait for an event: which one, and what is kept of it. */
export function EventForm({ node, problems }: FormProps) {
  const readOnly = useFlow((state) => state.readOnly);
  const edit = useNodeEdit(node);
  const text = (key: string) => stringOf(node.config.get(key)) ?? "";
  const lookback = text("lookback");
  const lookbackMode = lookback === "" || lookback === "none" ? "none" : lookback === "run-start" ? "run-start" : "for";
  return (
    <>
      <TextInput
        label={t`Event type`}
        placeholder="order.created"
        value={text("eventType")}
        readOnly={readOnly}
        data-field="eventType"
        onChange={(event) => {
          edit.config("eventType", quote(event.currentTarget.value), t`the event type`);
        }}
      />
      <MatchList node={node} problems={problems} />
      <Correlation node={node} problems={problems} />
      <Mappings node={node} problems={problems} />
      <section className={classes.section}>
        <DurationInput
          label={t`Waits at most`}
          description={t`Without it, it waits for ever. On timeout it leaves by the timeout edge.`}
          field="timeout"
          value={text("timeout")}
          onChange={(value) => {
            edit.config("timeout", value === "" ? undefined : quote(value), t`the timeout`);
          }}
        />
        <Select
          label={t`Events from before the wait`}
          data={[
            { value: "none", label: t`do not count` },
            { value: "run-start", label: t`count since the run started` },
            { value: "for", label: t`count for a time` },
          ]}
          value={lookbackMode}
          readOnly={readOnly}
          allowDeselect={false}
          data-field="lookback"
          onChange={(mode) => {
            const value = mode === "for" ? "PT10M" : mode === "run-start" ? "run-start" : undefined;
            edit.config("lookback", value && quote(value), t`the look back`);
          }}
        />
        {lookbackMode === "for" && (
          <DurationInput
            label={t`For`}
            value={lookback}
            onChange={(value) => {
              edit.config("lookback", quote(value), t`the look back`);
            }}
          />
        )}
      </section>
    </>
  );
}

function AddButton({ onClick }: { onClick: () => void }) {
  return (
    <Button
      variant="subtle"
      size="compact-xs"
      leftSection={<IconPlus size={13} stroke={1.8} />}
      onClick={onClick}
    >{t`Add`}</Button>
  );
}

function RemoveButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Tooltip label={t`Remove`}>
      <ActionIcon aria-label={label} onClick={onClick}>
        <IconTrash size={14} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
}

/** Conditions that all have to hold. */
function MatchList({ node, problems }: FormProps) {
  const readOnly = useFlow((state) => state.readOnly);
  const edit = useNodeEdit(node);
  const list = node.config.get("match");
  const save = (value: JsonText) => {
    edit.config("match", value, t`the match`);
  };
  return (
    <section className={classes.section} data-field="match">
      <h3>
        {t`Matches if`}
        {!readOnly && (
          <AddButton
            onClick={() => {
              save(withAdded(list, '""'));
            }}
          />
        )}
      </h3>
      {elementsOf(list).length === 0 && <p className={classes.note}>{t`Every event of this type.`}</p>}
      {elementsOf(list).map((value, i) => (
        <div key={i} className={`${classes.row ?? ""} ${classes.beside ?? ""}`}>
          <div className={classes.grow}>
            <ExpressionInput
              label={i === 0 ? t`Condition` : "and"}
              placeholder="event.order == context.order"
              value={stringOf(value) ?? ""}
              scope="receive-event-match"
              nodeId={node.id}
              problems={problems.filter((problem) => isAbout(problem, `match[${i}]`))}
              onChange={(text) => {
                save(withElement(list, i, quote(text)));
              }}
            />
          </div>
          {!readOnly && (
            <RemoveButton
              label={t`Remove condition ${i + 1}`}
              onClick={() => {
                save(withoutElement(list, i));
              }}
            />
          )}
        </div>
      ))}
    </section>
  );
}

/** Two expressions that must come out as the same text. */
function Correlation({ node, problems }: FormProps) {
  const edit = useNodeEdit(node);
  const correlation = JsonObject.parse(node.config.get("correlationKey")) ?? JsonObject.empty;
  const set = (key: string, text: string) => {
    const next = changed(correlation, key, text === "" ? undefined : quote(text));
    edit.config("correlationKey", next.size > 0 ? next.toString() : undefined, t`the correlation`);
  };
  const input = (
    key: "subscriptionKey" | "eventKey",
    scope: "correlation-subscription-key" | "correlation-event-key",
    label: string,
  ) => (
    <ExpressionInput
      label={label}
      placeholder={key === "eventKey" ? "event.orderId" : "context.orderId"}
      value={stringOf(correlation.get(key)) ?? ""}
      scope={scope}
      nodeId={node.id}
      problems={problems.filter((problem) => isAbout(problem, `correlationKey.${key}`))}
      onChange={(text) => {
        set(key, text);
      }}
    />
  );
  return (
    <section className={classes.section} data-field="correlationKey">
      <h3>{t`Belongs to this run if`}</h3>
      {input("subscriptionKey", "correlation-subscription-key", t`This of the run`)}
      {input("eventKey", "correlation-event-key", t`is the same as this of the event`)}
    </section>
  );
}

/** What of the event is kept, and under which names. */
function Mappings({ node, problems }: FormProps) {
  const readOnly = useFlow((state) => state.readOnly);
  const edit = useNodeEdit(node);
  const list = node.config.get("outputs");
  const save = (value: JsonText) => {
    edit.config("outputs", value, t`what is kept`);
  };
  const mappings = elementsOf(list);
  return (
    <section className={classes.section} data-field="outputs">
      <h3>
        {t`Keeps`}
        {!readOnly && (
          <AddButton
            onClick={() => {
              save(withAdded(list, '{"contextKey":"","expression":""}'));
            }}
          />
        )}
      </h3>
      {mappings.length === 0 && <p className={classes.note}>{t`All top-level keys of the payload.`}</p>}
      {mappings.map((text, i) => {
        const mapping = JsonObject.parse(text) ?? JsonObject.empty;
        const set = (key: string, value: string) => {
          save(withElement(list, i, mapping.with(key, quote(value)).toString()));
        };
        return (
          <div key={i} className={classes.item} data-field={`outputs[${i}]`}>
            <div className={classes.itemHead}>
              <TextInput
                className={classes.grow ?? ""}
                aria-label={t`Kept under`}
                placeholder={t`name in the context`}
                value={stringOf(mapping.get("contextKey")) ?? ""}
                readOnly={readOnly}
                onChange={(event) => {
                  set("contextKey", event.currentTarget.value);
                }}
              />
              {!readOnly && (
                <RemoveButton
                  label={t`Remove what is kept, number ${i + 1}`}
                  onClick={() => {
                    save(withoutElement(list, i));
                  }}
                />
              )}
            </div>
            <ExpressionInput
              label={t`Value`}
              placeholder="event.amount"
              value={stringOf(mapping.get("expression")) ?? ""}
              scope="receive-event-output"
              nodeId={node.id}
              problems={problems.filter((problem) => isAbout(problem, `outputs[${i}]`))}
              onChange={(value) => {
                set("expression", value);
              }}
            />
          </div>
        );
      })}
    </section>
  );
}
