import { t } from "@lingui/core/macro";
import { Checkbox } from "@mantine/core";

import type { Schemas } from "../api/client";
import { Badge, type Tone } from "../components/Badge";
import { Lines } from "../components/Lines";
import { Named, Table } from "../components/Table";
import { sentence } from "../objects/problems";
import { changeWord, notesOf } from "../packs/plan";
import classes from "./ApplyTable.module.css";
import { reasonWords, type ApplyRow } from "./applying";
import { stateWords } from "./itemState";
import { itemKind } from "./kinds";

interface Props {
  rows: ApplyRow[];
  /** The paths of those whose text in this window is not saved. */
  unsaved: readonly string[];
  /** The paths of those that are to be applied. */
  chosen: readonly string[];
  onChoose: (paths: string[]) => void;
}

const tones: Record<string, Tone> = { create: "ok", update: "accent", conflict: "bad" };

/** The drafts to choose from, each with what applying it does. */
export function ApplyTable({ rows, unsaved, chosen, onChoose }: Props) {
  const without = (path: string) => chosen.filter((one) => one !== path);
  return (
    <Table
      label={t`What would happen`}
      rows={rows}
      rowKey={({ item }) => item.path}
      columns={[
        {
          title: t`Draft`,
          narrow: true,
          cell: ({ item }) => (
            <Checkbox
              size="xs"
              label={<Named name={item.name} below={itemKind(item.kind).one} />}
              checked={chosen.includes(item.path)}
              onChange={(event) => {
                onChoose(event.currentTarget.checked ? [...without(item.path), item.path] : without(item.path));
              }}
            />
          ),
        },
        {
          title: t`Will be`,
          narrow: true,
          cell: (row) => <Change row={row} chosen={chosen.includes(row.item.path)} />,
        },
        {
          title: t`To know`,
          cell: (row) => (
            <>
              {unsaved.includes(row.item.path) && (
                <div className={classes.unsaved}>{t`Your text of it is not saved: see the note on the draft.`}</div>
              )}
              <Notes row={row} chosen={chosen.includes(row.item.path)} />
            </>
          ),
        },
      ]}
    />
  );
}

function Change({ row: { item, planned }, chosen }: { row: ApplyRow; chosen: boolean }) {
  if (!chosen) {
    return <span className={classes.quiet}>{t`left out`}</span>;
  }
  return planned ? (
    <Badge tone={tones[planned.change] ?? "plain"}>{changeWord(planned)}</Badge>
  ) : (
    <Badge tone={stateWords[item.state].tone}>{stateWords[item.state].word}</Badge>
  );
}

function Notes({ row: { item, planned }, chosen }: { row: ApplyRow; chosen: boolean }) {
  const conflict = planned?.conflict ?? (chosen ? item.conflict : undefined);
  const notes = planned ? notesOf(planned) : item.problems.map(({ message }) => message);
  return (
    <div className={classes.notes}>
      {notes.map((note, index) => (
        <div key={index}>{sentence(note)}</div>
      ))}
      {conflict && <Sides conflict={conflict} />}
    </div>
  );
}

const written = (value: unknown): string => (value === undefined ? "" : JSON.stringify(value, null, 2));

function Sides({ conflict }: { conflict: Schemas["Conflict"] }) {
  return (
    <>
      <div>{reasonWords(conflict.reason)}</div>
      <details>
        <summary>{t`Both sides`}</summary>
        <p className={classes.quiet}>{t`Lines with − are what the catalog has now, lines with + are the draft.`}</p>
        <Lines before={written(conflict.published?.content)} after={written(conflict.content)} />
      </details>
    </>
  );
}
