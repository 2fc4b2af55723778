import { t } from "@lingui/core/macro";
import { ActionIcon, Tooltip } from "@mantine/core";
import { IconFlask } from "@tabler/icons-react";
import { useMemo, useState } from "react";

import type { Schemas } from "../../api/client";
import type { ValidationProblem } from "../contract";
import { issuesIn } from "../model/celCheck";
import { namesIn } from "../model/complete";
import { mended } from "../model/mend";
import { problemText } from "../model/problems";
import { useFlow } from "../useFlow";
import { CheckLine } from "./CheckLine";
import classes from "./expression.module.css";
import { ExpressionBox } from "./ExpressionBox";
import { ExpressionTester } from "./ExpressionTester";
import { ProblemList } from "./ProblemList";
import { useCheck } from "./useCheck";
import { useTrial } from "./useTrial";

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

const noProblems: readonly ValidationProblem[] = [];

/** An expression: completion of names and functions, its type as it is written, what is wrong with it, and a try. */
export function ExpressionInput(props: Props) {
  const { label, description, placeholder, value, onChange, scope, nodeId, edgeId, problems = noProblems } = props;
  const readOnly = useFlow((state) => state.readOnly);
  const [wasActive, setWasActive] = useState(false);
  const [isTrying, setIsTrying] = useState(false);
  const trial = useTrial(scope, nodeId, edgeId, isTrying ? "all" : wasActive ? "names" : "nothing");
  const { variables, event, context, isReady } = trial;
  const check = useCheck(
    value,
    scope,
    { context: context?.text ?? "{}", event: event?.text },
    (wasActive || isTrying) && isReady,
  );
  const eventText = event?.text;
  const names = useMemo(() => namesIn(variables, scope, parsed(eventText)), [variables, scope, eventText]);
  const issues = useMemo(
    () =>
      check && check.state !== "fine"
        ? check.issues
        : check
          ? []
          : problems.flatMap((problem) => issuesIn(value, problemText(problem))),
    [check, problems, value],
  );
  const mend = (problem: ValidationProblem) => {
    const text = mended(value, problem);
    return text === undefined
      ? undefined
      : () => {
          onChange(text);
        };
  };
  return (
    <div className={classes.expression} data-field={props.field}>
      <ExpressionBox
        label={label}
        description={description}
        placeholder={placeholder}
        value={value}
        onChange={onChange}
        onFocus={() => {
          setWasActive(true);
        }}
        readOnly={readOnly}
        issues={issues}
        isInvalid={check?.state === "bad" || problems.some((problem) => problem.severity === "error")}
        names={names}
        action={
          <Tooltip label={isTrying ? t`Close the try` : t`Try it`}>
            <ActionIcon
              size="sm"
              aria-label={t`Try: ${label}`}
              aria-expanded={isTrying}
              onClick={() => {
                setIsTrying(!isTrying);
              }}
            >
              <IconFlask size={14} stroke={1.5} />
            </ActionIcon>
          </Tooltip>
        }
      >
        {value.trim() !== "" && !isTrying && <CheckLine check={check} hasProblems={problems.length > 0} />}
      </ExpressionBox>
      {problems.length > 0 && (
        <div className={classes.below}>
          <ProblemList problems={problems} mend={mend} words={(problem) => wordsOf(value, problem)} />
        </div>
      )}
      {isTrying && <ExpressionTester expression={value} trial={trial} check={check} />}
    </div>
  );
}

/** What a problem says; its place is shown in the text, so it is not told in numbers. */
function wordsOf(expression: string, problem: ValidationProblem): string {
  const text = problemText(problem);
  const placed = /line \d+, column \d+/.test(text) ? issuesIn(expression, text) : [];
  return placed.length > 0 ? placed.map((issue) => issue.message).join(" ") : text;
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
