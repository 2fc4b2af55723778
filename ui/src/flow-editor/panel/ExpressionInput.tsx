import { ActionIcon, Textarea, Tooltip } from "@mantine/core";
import { IconFlask } from "@tabler/icons-react";
import { useId, useRef, useState } from "react";

import type { Schemas } from "../../api/client";
import type { ValidationProblem } from "../contract";
import { completed, completionsOf, offered, typedBefore } from "../model/complete";
import { mended } from "../model/mend";
import { useFlow } from "../useFlow";
import { ExpressionTester } from "./ExpressionTester";
import classes from "./panel.module.css";
import { ProblemList } from "./ProblemList";
import { useVariables } from "./useVariables";

export type Scope = Schemas["Evaluation"]["scope"];

interface Props {
  label: string;
  description?: string | undefined;
  placeholder?: string | undefined;
  value: string;
  onChange: (value: string) => void;
  scope: Scope;
  nodeId: string;
  edgeId?: string | undefined;
  /** The problems about this expression. */
  problems?: readonly ValidationProblem[];
  field?: string | undefined;
}

const inputClasses = { input: classes.mono ?? "" };

/** An expression: completion of names, what is wrong with it, and a try. */
export function ExpressionInput(props: Props) {
  const { label, description, placeholder, value, onChange, scope, nodeId, edgeId, problems = [], field } = props;
  const readOnly = useFlow((state) => state.readOnly);
  const input = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const [isActive, setIsActive] = useState(false);
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const [isTrying, setIsTrying] = useState(false);
  const variables = useVariables(nodeId, edgeId, isActive || isTrying);
  const all = completionsOf(variables, scope);
  const choices = isActive ? offered(all, typed) : [];

  const choose = (index: number) => {
    const choice = choices[index];
    const cursor = input.current?.selectionStart ?? value.length;
    if (choice) {
      const next = completed(value, cursor, choice.text);
      onChange(next.text);
      setTyped("");
      requestAnimationFrame(() => input.current?.setSelectionRange(next.cursor, next.cursor));
    }
  };
  const onKeyDown = (event: React.KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === " " && event.ctrlKey) {
      event.preventDefault();
      const cursor = event.currentTarget.selectionStart;
      setTyped(typedBefore(value, cursor) || "context.");
    } else if (choices.length > 0 && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      setAt((at + (event.key === "ArrowDown" ? 1 : -1) + choices.length) % choices.length);
    } else if (choices.length > 0 && (event.key === "Enter" || event.key === "Tab")) {
      event.preventDefault();
      choose(at);
    } else if (choices.length > 0 && event.key === "Escape") {
      event.stopPropagation();
      setTyped("");
    }
  };
  const mend = (problem: ValidationProblem) => {
    const text = mended(value, problem);
    return text === undefined
      ? undefined
      : () => {
          onChange(text);
        };
  };
  return (
    <div className={classes.expression} data-field={field}>
      <Textarea
        ref={input}
        label={label}
        description={description}
        placeholder={placeholder}
        value={value}
        readOnly={readOnly}
        autosize
        minRows={1}
        maxRows={8}
        spellCheck={false}
        autoComplete="off"
        classNames={inputClasses}
        error={problems.some((problem) => problem.severity === "error")}
        aria-autocomplete="list"
        aria-controls={choices.length > 0 ? listId : undefined}
        rightSection={
          <Tooltip label={isTrying ? "Close the try" : "Try it"}>
            <ActionIcon
              size="sm"
              aria-label={`Try: ${label}`}
              aria-expanded={isTrying}
              onClick={() => {
                setIsTrying(!isTrying);
              }}
            >
              <IconFlask size={14} stroke={1.5} />
            </ActionIcon>
          </Tooltip>
        }
        onChange={(event) => {
          onChange(event.currentTarget.value);
          setTyped(typedBefore(event.currentTarget.value, event.currentTarget.selectionStart));
          setAt(0);
        }}
        onKeyDown={onKeyDown}
        onFocus={() => {
          setIsActive(true);
        }}
        onBlur={() => {
          setIsActive(false);
          setTyped("");
        }}
      />
      {choices.length > 0 && (
        <ul id={listId} className={classes.choices} role="listbox" aria-label="Names">
          {choices.map((choice, i) => (
            <li
              key={choice.text}
              role="option"
              aria-selected={i === at}
              onMouseDown={(event) => {
                event.preventDefault();
                choose(i);
              }}
            >
              <code>{choice.text}</code>
              <span>{choice.about}</span>
            </li>
          ))}
        </ul>
      )}
      {problems.length > 0 && (
        <div className={classes.below}>
          <ProblemList problems={problems} mend={mend} />
        </div>
      )}
      {isTrying && <ExpressionTester expression={value} scope={scope} variables={variables} />}
    </div>
  );
}
