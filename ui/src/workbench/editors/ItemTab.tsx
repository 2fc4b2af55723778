import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconPlayerPlay } from "@tabler/icons-react";

import { ActionTypeForm, ToolForm } from "../../objects/objectForms";
import { Loading } from "../../shell/states";
import { isLocked, useOpenDraft, useWorkbench } from "../context";
import { typeWords, type Draft } from "../types";
import { Banner, SaveBanner } from "./Banner";
import classes from "./editors.module.css";

/** The editor of an action type or a tool. */
export function ItemTab({ draft }: { draft: Draft }) {
  const { composition, controller, test } = useWorkbench();
  const open = useOpenDraft(draft.id);
  const locked = isLocked(draft, composition);
  if (!open) {
    return <Loading />;
  }
  const Form = draft.type === "tool" ? ToolForm : ActionTypeForm;
  return (
    <div className={classes.tab}>
      <header className={classes.bar}>
        <h2>
          {draft.name}
          <small>{typeWords[draft.type]}</small>
        </h2>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlayerPlay size={14} stroke={1.5} />}
          onClick={() => {
            test(draft);
          }}
        >{t`Test…`}</Button>
      </header>
      {locked && open.status.state !== "locked" && (
        <Banner tone="ai">
          <span>{t`The AI is working on this. It can be edited again when the turn ends.`}</span>
        </Banner>
      )}
      <SaveBanner draft={draft} open={open} />
      <div className={classes.scroll}>
        <Form
          text={open.text}
          problems={draft.problems}
          readOnly={locked}
          onChange={(text, origin) => {
            controller.drafts.edit(draft.id, { text, origin });
          }}
        />
      </div>
    </div>
  );
}
