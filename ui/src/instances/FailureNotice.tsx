import { t } from "@lingui/core/macro";

import type { Instance } from "../api/queries/instances";
import { Code } from "../components/Code";
import { Notice } from "../components/Notice";
import classes from "./FailureNotice.module.css";
import { causeOf, failureWords, firstLine, type Names } from "./path";

/** What stopped an instance, where, and what is kept. */
export function FailureNotice({ failure, names }: { failure: NonNullable<Instance["failure"]>; names: Names }) {
  const line = firstLine(failure.message);
  const cause = causeOf(failure.message);
  return (
    <Notice tone="bad" title={failureWords(failure.code)}>
      <span>
        {failure.nodeId && t`At ${names.step(failure.nodeId)}: `}
        {line}
      </span>
      {cause !== "" && <code className={classes.cause}>{cause}</code>}
      {line.length < failure.message.trim().length && (
        <details className={classes.all}>
          <summary>{t`All that it said`}</summary>
          <Code label={t`all that it said`} text={failure.message} />
        </details>
      )}
      <span>{t`What was collected until then is kept.`}</span>
    </Notice>
  );
}
