import { plural, t } from "@lingui/core/macro";
import { ActionIcon, Checkbox, SegmentedControl, Tooltip } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import type { Schemas } from "../../api/client";
import { useWorkbench } from "../context";
import { meQuery, peopleQuery } from "../queries";
import { enumerated } from "../../lib/format";
import { typeWords } from "../types";
import classes from "./PublishDialog.module.css";
import type { Reason } from "./selection";
import { WhatChanges } from "./WhatChanges";

type Item = Schemas["PublishPreviewItem"];

const changeWords: Record<Item["change"], string> = {
  create: t`new`,
  update: t`changed`,
  unchanged: t`as published`,
  conflict: t`conflict`,
};

const conflictWords: Record<Schemas["Conflict"]["reason"], string> = {
  changed: t`A newer one was published since this draft was based on it.`,
  deleted: t`What this draft was based on is not published any more.`,
  exists: t`There is a published one of this name that this draft is not based on.`,
  "name-taken": t`Another object has the new name of this draft.`,
};

/** Who changed the draft since its base, in few words. */
function useAuthors(item: Item): string {
  const { turns } = useWorkbench();
  const me = useQuery(meQuery).data?.user.id;
  const ids = item.authors.map(({ actorId }) => actorId).filter((id) => id !== me);
  const names = useQuery(peopleQuery(ids)).data;
  return item.authors
    .map((author) => {
      if (author.author === "user") {
        return author.actorId === me ? "you" : (names?.get(author.actorId) ?? t`another person`);
      }
      const numbers = (author.turnIds ?? [])
        .map((id) => turns.findIndex((turn) => turn.id === id))
        .filter((index) => index >= 0)
        .map((index) => turns.length - index);
      return numbers.length > 0 ? t`AI (turn ${numbers.join(", ")})` : "AI";
    })
    .join(", ");
}

interface Props {
  item: Item;
  selected: boolean;
  reason: Reason;
  onToggle: () => void;
}

/** One draft of the dialog: what would become of it, by whom it is, and the diff. */
export function PublishRow({ item, selected, reason, onToggle }: Props) {
  const { controller } = useWorkbench();
  const [opened, setOpened] = useState(false);
  const [against, setAgainst] = useState("published");
  const authors = useAuthors(item);
  const errors = item.problems.filter((problem) => problem.severity === "error");
  const after = controller.drafts.get(item.itemId)?.text ?? "";
  const before = against === "base" ? item.baseContent : (item.conflict?.published?.content ?? item.published?.content);
  return (
    <li className={classes.item} data-conflict={item.conflict !== undefined}>
      <div className={classes.row}>
        <Checkbox
          aria-label={t`Publish ${item.name}`}
          checked={selected}
          disabled={!item.valid && !selected}
          onChange={onToggle}
        />
        <span className={classes.name}>
          {item.name} <small>{typeWords[item.type]}</small>
        </span>
        <span className={classes.authors}>{authors && `by ${authors}`}</span>
        {errors.length > 0 && (
          <span className={classes.bad}>{plural(errors.length, { one: "# error", other: "# errors" })}</span>
        )}
        <span className={classes.change} data-change={item.change}>
          {changeWords[item.change]}
          {item.version === undefined ? "" : t`, version ${item.version}`}
        </span>
        <Tooltip label={opened ? t`Hide what changes` : t`Show what changes`}>
          <ActionIcon
            size="sm"
            aria-expanded={opened}
            aria-label={t`What changes in ${item.name}`}
            onClick={() => {
              setOpened(!opened);
            }}
          >
            <IconChevronDown className={classes.chevron} size={15} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
      </div>
      <div aria-live="polite">
        {reason.lacks.length > 0 && (
          <p className={classes.reason}>{t`It needs ${enumerated(reason.lacks)}, so it is left out too.`}</p>
        )}
        {reason.neededBy.length > 0 && (
          <p className={classes.reason}>
            {plural(reason.neededBy.length, {
              one: `${enumerated(reason.neededBy)} needs it, so it goes along.`,
              other: `${enumerated(reason.neededBy)} need it, so it goes along.`,
            })}
          </p>
        )}
      </div>
      {item.conflict && <p className={classes.conflict}>{conflictWords[item.conflict.reason]}</p>}
      {errors.length > 0 && (
        <ul className={classes.errors}>
          {errors.map((problem) => (
            <li key={problem.message}>{problem.message}</li>
          ))}
        </ul>
      )}
      {opened && (
        <div className={classes.diff}>
          {item.conflict && item.baseContent && (
            <SegmentedControl
              size="xs"
              aria-label={t`Compared with`}
              value={against}
              onChange={setAgainst}
              data={[
                { value: "published", label: t`Against what is published now` },
                { value: "base", label: t`Against what it was based on` },
              ]}
            />
          )}
          <WhatChanges isWorkflow={item.type === "workflow"} before={before} after={after} />
        </div>
      )}
    </li>
  );
}
