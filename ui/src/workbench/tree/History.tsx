import { t } from "@lingui/core/macro";
import { SegmentedControl, Skeleton } from "@mantine/core";
import { IconSparkles, IconUser } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import type { Schemas } from "../../api/client";
import { messageOf } from "../../api/problem";
import { ago, when } from "../../lib/time";
import { useWorkbench } from "../context";
import { meQuery, peopleQuery, revisionsQuery } from "../queries";
import type { Draft, Turn } from "../types";
import { Blame } from "./Blame";
import classes from "./History.module.css";
import { RevisionDialog } from "./RevisionDialog";

type Revision = Schemas["Revision"];

const originWords: Record<string, string> = {
  blank: t`Began empty`,
  catalog: t`Began with what is published`,
  restore: t`Restored an earlier revision`,
  agent: t`Saved by the agent`,
  "change-set": t`Applied the agent's changes`,
  "undo-turn": t`Undid an AI turn`,
};

/** What a revision came of, in few words. */
export const originOf = (origin = ""): string => originWords[origin] ?? (origin === "" ? t`Edited` : origin);

/** Who a revision is by, in few words. */
export function authorOf(
  revision: Pick<Revision, "author" | "actorId" | "turnId">,
  turns: readonly Turn[],
  userId: string | undefined,
  names?: ReadonlyMap<string, string>,
): string {
  if (revision.author === "ai") {
    const index = turns.findIndex((turn) => turn.id === revision.turnId);
    return index < 0 ? "AI" : t`AI, turn ${turns.length - index}`;
  }
  return revision.actorId === userId ? t`You` : (names?.get(revision.actorId) ?? t`Another person`);
}

/** Tells who each of the revisions is by. */
export function useAuthorOf(revisions: readonly Pick<Revision, "actorId">[] | undefined) {
  const { turns } = useWorkbench();
  const me = useQuery(meQuery).data?.user.id;
  const others = (revisions ?? []).map((revision) => revision.actorId).filter((id) => id !== me);
  const names = useQuery(peopleQuery(others)).data;
  return (revision: Pick<Revision, "author" | "actorId" | "turnId">): string => authorOf(revision, turns, me, names);
}

/** The past of the chosen draft: its revisions, or who put what where. */
export function History({ draft }: { draft: Draft }) {
  const [view, setView] = useState("revisions");
  return (
    <section className={classes.history} data-pane aria-label={t`History of ${draft.name}`}>
      <header className={classes.head}>
        <SegmentedControl
          size="xs"
          aria-label={t`View of the history`}
          value={view}
          onChange={setView}
          data={[
            { value: "revisions", label: t`Revisions` },
            { value: "blame", label: t`Who wrote what` },
          ]}
        />
      </header>
      <div
        className={classes.body}
        tabIndex={0}
        role="region"
        aria-label={view === "blame" ? t`Who wrote what` : t`Revisions`}
      >
        {view === "revisions" ? <Revisions draft={draft} /> : <Blame draft={draft} />}
      </div>
    </section>
  );
}

function Revisions({ draft }: { draft: Draft }) {
  const revisions = useQuery(revisionsQuery(draft.compositionId, draft.id));
  const author = useAuthorOf(revisions.data);
  const [chosen, setChosen] = useState<Revision>();
  if (revisions.isPending) {
    return <Skeleton height={60} m="md" />;
  }
  if (revisions.isError) {
    return (
      <p role="alert" className={classes.note}>
        {messageOf(revisions.error)}
      </p>
    );
  }
  return (
    <>
      <ul className={classes.list}>
        {revisions.data.map((revision, index) => (
          <li key={revision.id}>
            <button
              type="button"
              className={classes.revision}
              onClick={() => {
                setChosen(revision);
              }}
            >
              {revision.author === "ai" ? (
                <IconSparkles className={classes.ai} size={14} stroke={1.5} aria-hidden />
              ) : (
                <IconUser size={14} stroke={1.5} aria-hidden />
              )}
              <span className={classes.words}>
                {author(revision)}
                <small>
                  {index === 0 ? t`Current · ` : ""}
                  {originOf(revision.origin)}
                </small>
              </span>
              <time dateTime={revision.createdAt} title={when(revision.createdAt)}>
                {ago(revision.createdAt)}
              </time>
            </button>
          </li>
        ))}
      </ul>
      <RevisionDialog
        draft={draft}
        revision={chosen}
        before={chosen && revisions.data[revisions.data.indexOf(chosen) + 1]}
        current={revisions.data[0]?.id === chosen?.id}
        onClose={() => {
          setChosen(undefined);
        }}
      />
    </>
  );
}
