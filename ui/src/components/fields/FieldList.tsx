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
            {field.required && <Badge>needed</Badge>}
          </div>
          {field.label !== field.name && <span className={classes.text}>{field.label}</span>}
          {field.description && <span className={classes.text}>{field.description}</span>}
          {field.defaultValue !== undefined && field.defaultValue !== null && (
            <span className={classes.text}>
              Without it: <code>{JSON.stringify(field.defaultValue)}</code>
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
  return field.type === "array" ? `some of ${options}` : `one of ${options}`;
}
