import { t } from "@lingui/core/macro";
import { useDebouncedValue } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { isRefusal } from "../api/problem";
import {
  catalogKeys,
  useObjectProblems,
  useSaveCatalogObject,
  type CatalogKind,
  type LoadedObject,
} from "../api/queries/catalog";
import type { ObjectProblem } from "../objects/problems";
import { arrived, begin, dropped, edited, insisted, isChanged, saved, type Saved } from "./editing";

const none: ObjectProblem[] = [];
const savedOf = ({ text, contentRevision }: LoadedObject): Saved => ({ text, revision: contentRevision });

/** What the server says of a text, a moment after it was typed. */
export function useProblems(kind: CatalogKind, text: string, error: unknown): ObjectProblem[] {
  const [settled] = useDebouncedValue(text, 300);
  const { data = none } = useObjectProblems(kind, settled);
  return isRefusal(error, "already-exists")
    ? [
        { severity: "error", field: "name", message: t`There is one of this name already. Choose another name.` },
        ...data,
      ]
    : data;
}

/** The work on one object: nothing is saved before it is asked for, and nothing typed is lost to what others save. */
export function useObjectEdit(kind: CatalogKind, object: LoadedObject) {
  const client = useQueryClient();
  const [editing, setEditing] = useState(() => begin(savedOf(object)));
  const [seen, setSeen] = useState(object.contentRevision);
  if (seen !== object.contentRevision) {
    setSeen(object.contentRevision);
    setEditing(arrived(editing, savedOf(object)));
  }
  const save = useSaveCatalogObject(kind, object.id);
  const found = useProblems(kind, editing.text, save.error);
  // The name of what is built in can't be taken, and nothing else is wrong with it.
  const problems = object.builtIn ? none : found;
  const changed = isChanged(editing);
  const forget = () => {
    if (save.error) {
      save.reset();
    }
  };
  return {
    text: editing.text,
    /** The two sides, where both changed the same. */
    sides: editing.theirs && { theirs: editing.theirs.text, mine: insisted(editing).text },
    merged: editing.merged === true,
    changed,
    problems,
    /** Why the last save was refused, where that is not shown in another way. */
    error: isRefusal(save.error, "stale", "already-exists") ? null : save.error,
    busy: save.isPending,
    edit: (text: string) => {
      forget();
      setEditing((now) => edited(now, text));
    },
    discard: () => {
      forget();
      setEditing(dropped);
    },
    insist: () => {
      forget();
      setEditing(insisted);
    },
    save: () => {
      if (!changed || editing.theirs || save.isPending) {
        return;
      }
      const sent = editing.text;
      save.mutate(
        { text: sent, baseRevision: editing.base.revision },
        {
          onSuccess: (now) => {
            setEditing((before) => saved(before, sent, savedOf(now)));
          },
          onError: (error) => {
            if (isRefusal(error, "stale")) {
              void client.invalidateQueries({ queryKey: catalogKeys.one(kind, object.id) });
            }
          },
        },
      );
    },
  };
}

export type ObjectEdit = ReturnType<typeof useObjectEdit>;
