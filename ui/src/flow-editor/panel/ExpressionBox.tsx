import { Input } from "@mantine/core";
import { lazy, type ReactNode, Suspense, useId, useRef } from "react";

import type { CelIssue } from "../model/celCheck";
import type { Completion } from "../model/complete";
import classes from "./expression.module.css";

const CelField = lazy(() => import("./CelField"));

interface Props {
  label: string;
  description?: string | undefined;
  placeholder?: string | undefined;
  value: string;
  onChange: (value: string) => void;
  onFocus?: () => void;
  readOnly: boolean;
  issues: readonly CelIssue[];
  isInvalid: boolean;
  names: readonly Completion[];
  /** What stands at the end of the field. */
  action?: ReactNode;
  /** What is known of the expression, beneath it. */
  children?: ReactNode;
}

/** The field in which every expression is written. */
export function ExpressionBox(props: Props) {
  const { label, description, placeholder, value, onChange, readOnly, issues, isInvalid, names } = props;
  const place = useRef<HTMLDivElement>(null);
  const id = useId();
  return (
    <>
      <Input.Wrapper
        size="xs"
        label={label}
        description={description}
        labelElement="div"
        labelProps={{
          id: `${id}-label`,
          onClick: () => place.current?.querySelector<HTMLElement>('[contenteditable="true"]')?.focus(),
        }}
        descriptionProps={{ id: `${id}-about` }}
      >
        <div
          ref={place}
          className={classes.box}
          data-invalid={isInvalid}
          data-readonly={readOnly}
          onFocus={props.onFocus}
        >
          <div className={classes.text}>
            <Suspense fallback={<pre className={classes.loading}>{value || placeholder}</pre>}>
              <CelField
                value={value}
                onChange={onChange}
                readOnly={readOnly}
                labelId={`${id}-label`}
                describedBy={description ? `${id}-about ${id}-check` : `${id}-check`}
                placeholder={placeholder}
                issues={issues}
                isInvalid={isInvalid}
                names={names}
              />
            </Suspense>
          </div>
          {props.action}
        </div>
      </Input.Wrapper>
      <div id={`${id}-check`} aria-live="polite">
        {props.children}
      </div>
    </>
  );
}
