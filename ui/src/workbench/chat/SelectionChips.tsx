import { t } from "@lingui/core/macro";
import { IconX } from "@tabler/icons-react";

import { useOpenDraft, useWorkbench } from "../context";
import { namesOf } from "../workflowNames";
import classes from "./Chat.module.css";

const most = 6;

/** The selected parts of the workflow, which the next message is about. */
export function SelectionChips() {
  const { drafts, selection, select } = useWorkbench();
  const workflow = drafts.find((draft) => draft.type === "workflow");
  const names = namesOf(useOpenDraft(workflow?.id ?? "")?.text);
  const chips = [
    ...selection.nodeIds.map((id) => ({ id, label: names.get(id) ?? id })),
    ...selection.edgeIds.map((id) => ({ id, label: t`Connection` })),
  ];
  return chips.length === 0 ? null : (
    <ul className={classes.chips} aria-label={t`The message is about`}>
      {chips.slice(0, most).map((chip) => (
        <li key={chip.id} className={classes.chip}>
          <span>{chip.label}</span>
          <button
            type="button"
            aria-label={t`Leave out ${chip.label}`}
            onClick={() => {
              select({
                nodeIds: selection.nodeIds.filter((id) => id !== chip.id),
                edgeIds: selection.edgeIds.filter((id) => id !== chip.id),
              });
            }}
          >
            <IconX size={12} stroke={1.5} aria-hidden />
          </button>
        </li>
      ))}
      {chips.length > most && <li className={classes.chip}>{t`and ${chips.length - most} more`}</li>}
    </ul>
  );
}
