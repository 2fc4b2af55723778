import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useState } from "react";

import type { ConfigItem } from "../api/queries/configItems";
import { Notice } from "../components/Notice";
import { isObject } from "../lib/json";
import { laidOut } from "../lib/rawJson";
import { CodeField } from "../objects/CodeField";
import { useAssistant } from "./context";
import classes from "./ItemEditor.module.css";

interface Props {
  item: ConfigItem;
  text: string;
  onChange: (text: string, origin: string) => void;
}

/** Why a text is no draft; undefined if it may be one. */
function whyNot(text: string): string | undefined {
  try {
    return isObject(JSON.parse(text))
      ? undefined
      : t`A draft is a JSON object: write it between braces. What you typed stays here.`;
  } catch {
    return t`This is not valid JSON yet, so it is not saved. What you typed stays here.`;
  }
}

/** A draft as JSON text. What can't be read is kept and told, and not saved. */
export function ItemJson({ item, text, onChange }: Props) {
  const { unread } = useAssistant().work;
  const [typed, setTyped] = useState(() => ({ shown: unread.get(item.path) ?? laidOut(text), of: text }));
  const broken = whyNot(typed.shown);
  const elsewhere = typed.of !== text;
  const shown = elsewhere && broken === undefined ? laidOut(text) : typed.shown;
  const type = (next: string) => {
    const bad = whyNot(next) !== undefined;
    setTyped({ shown: next, of: bad ? typed.of : next });
    if (bad) {
      unread.set(item.path, next);
    } else {
      unread.delete(item.path);
      onChange(next, t`Changed the JSON`);
    }
  };
  return (
    <div className={classes.json}>
      {elsewhere && broken !== undefined && (
        <Notice tone="warn" title={t`Changed elsewhere`}>
          <span>{t`What is saved now is not what you began to change. Your text is kept here.`}</span>
          <Button
            variant="default"
            size="compact-xs"
            onClick={() => {
              unread.delete(item.path);
              setTyped({ shown: laidOut(text), of: text });
            }}
          >{t`Show what is saved, drop mine`}</Button>
        </Notice>
      )}
      <CodeField
        label={item.path}
        description={t`As an unpacked pack has it. It is saved as you write.`}
        language="json"
        minHeight="420px"
        value={shown}
        error={broken}
        onChange={type}
      />
    </div>
  );
}
