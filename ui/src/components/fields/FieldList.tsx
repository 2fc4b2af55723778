import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";

import { Badge } from "../Badge";
import type { Field } from "./fields";
import classes from "./FieldList.module.css";

/** Declared fields, to read. */
export function FieldList({ fields, none }: { fields: Field[]; none: string }) {
  if (fields.length === 0) {
    return <p className={classes.none}>{none}</p>;
  }
  return (
    <ul className={classes.list}>
      {fields.map((field) => (
        <li key={field.name} className={classes.field}>
          <div className={classes.head}>
            <code className={classes.name}>{field.name}</code>
            <span className={classes.type}>{typeOf(field)}</span>
            {field.required && <Badge>{t`needed`}</Badge>}
          </div>
          {field.label !== field.name && <span className={classes.text}>{field.label}</span>}
          {field.description && <span className={classes.text}>{field.description}</span>}
          {field.defaultValue !== undefined && field.defaultValue !== null && (
            <span className={classes.text}>
              <Trans>
                Without it: <code>{JSON.stringify(field.defaultValue)}</code>
              </Trans>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function typeOf(field: Field): string {
  if (field.options.length === 0) {
    return field.type === "string" ? "text" : field.type;
  }
  const options = field.options.map(({ label }) => label).join(", ");
  return field.type === "array" ? t`some of ${options}` : t`one of ${options}`;
}
