import { t } from "@lingui/core/macro";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { answer, api } from "../../api/client";
import { messageOf } from "../../api/problem";
import { ago } from "../../lib/time";
import { useOpenDraft, useWorkbench } from "../context";
import type { Draft } from "../types";
import { namesOf } from "../workflowNames";
import { leavesOf, placeWords } from "./blamePlaces";
import classes from "./History.module.css";
import { useAuthorOf } from "./History";

/** Who put each value where it is; of the workflow, in what is selected. */
export function Blame({ draft }: { draft: Draft }) {
  const { selection } = useWorkbench();
  const names = namesOf(useOpenDraft(draft.id)?.text);
  const path = pathOf(draft, selection.nodeIds, selection.edgeIds);
  const blame = useQuery({
    queryKey: ["composition", draft.compositionId, "blame", draft.id, path ?? "", draft.contentRevision],
    queryFn: () =>
      answer(
        api.GET("/compositions/{compositionId}/items/{itemId}/blame", {
          params: { path: { compositionId: draft.compositionId, itemId: draft.id }, query: path ? { path } : {} },
        }),
      ),
    enabled: draft.type !== "workflow" || path !== undefined,
  });
  const author = useAuthorOf(blame.data?.revisions);
  if (draft.type === "workflow" && path === undefined) {
    return (
      <p className={classes.note}>{t`Select a step or a connection on the canvas to see who wrote what in it.`}</p>
    );
  }
  if (blame.isPending) {
    return <Skeleton height={60} m="md" />;
  }
  if (blame.isError) {
    return (
      <p role="alert" className={classes.note}>
        {messageOf(blame.error)}
      </p>
    );
  }
  const revisions = new Map(blame.data.revisions.map((revision) => [revision.id, revision]));
  return (
    <ul className={classes.list}>
      {leavesOf(blame.data.places).map((place) => {
        const revision = revisions.get(place.since);
        return (
          <li key={place.path} className={classes.place}>
            <code>{placeWords(place.path, names)}</code>
            {revision && (
              <>
                <span data-ai={revision.author === "ai"}>
                  {author(revision)}, {ago(revision.createdAt)}
                </span>
                {revision.message && <q>{revision.message}</q>}
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function pathOf(draft: Draft, nodeIds: string[], edgeIds: string[]): string | undefined {
  if (draft.type !== "workflow") {
    return undefined;
  }
  const escaped = (id: string) => id.replaceAll("~", "~0").replaceAll("/", "~1");
  if (nodeIds[0] !== undefined) {
    return `/nodes/${escaped(nodeIds[0])}`;
  }
  return edgeIds[0] === undefined ? undefined : `/edges/${escaped(edgeIds[0])}`;
}
