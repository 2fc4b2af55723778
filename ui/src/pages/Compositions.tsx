import { t } from "@lingui/core/macro";
import { Button, Skeleton, TextInput } from "@mantine/core";
import { IconPlus, IconSearch } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { useSearchParams } from "react-router";

import { compositionsQuery } from "../api/queries/compositions";
import { useServerEvents } from "../events/stream";
import { useTitle } from "../lib/title";
import { Empty, Trouble } from "../shell/states";
import { CompositionRow } from "../workbench/list/CompositionRow";
import { FirstRun } from "../workbench/list/FirstRun";
import { NewComposition } from "../workbench/list/NewComposition";
import classes from "./Compositions.module.css";

// What changes a row of the list.
const changes = new Set([
  "composition-changed",
  "composition-item-changed",
  "composition-turn",
  "composition-changeset",
]);

/** The list of compositions; an empty installation is greeted with goals. */
export default function Compositions() {
  useTitle(t`Workbench`);
  const client = useQueryClient();
  const [parameters, setParameters] = useSearchParams();
  const search = parameters.get("search") ?? "";
  const wanted = useDeferredValue(search.trim().toLowerCase());
  const [dialog, setDialog] = useState<"new" | "attach">();
  const list = useQuery({ ...compositionsQuery, staleTime: 0 });
  const reload = () => {
    void client.invalidateQueries({ queryKey: ["compositions"] });
  };
  useServerEvents(({ kind }) => {
    if (changes.has(kind)) {
      reload();
    }
  }, reload);

  if (list.isError) {
    return (
      <Trouble
        page
        error={list.error}
        retry={() => {
          void list.refetch();
        }}
      />
    );
  }
  const found = list.data?.filter((c) => `${c.name} ${c.goal}`.toLowerCase().includes(wanted));
  return (
    <>
      <NewComposition
        opened={dialog !== undefined}
        attach={dialog === "attach"}
        onClose={() => {
          setDialog(undefined);
        }}
      />
      {list.data?.length === 0 ? (
        <FirstRun
          onNew={() => {
            setDialog("new");
          }}
          onAttach={() => {
            setDialog("attach");
          }}
        />
      ) : (
        <div className={classes.page}>
          <header className={classes.head}>
            <h1 className={classes.title}>{t`Workbench`}</h1>
            <TextInput
              className={classes.search ?? ""}
              type="search"
              aria-label={t`Search compositions`}
              placeholder={t`Search by name or goal`}
              leftSection={<IconSearch size={15} stroke={1.5} />}
              value={search}
              onChange={(event) => {
                const text = event.currentTarget.value;
                setParameters(text ? { search: text } : {}, { replace: true });
              }}
            />
            <Button
              leftSection={<IconPlus size={15} stroke={1.5} />}
              onClick={() => {
                setDialog("new");
              }}
            >{t`New composition`}</Button>
          </header>
          {!found && <Skeletons />}
          {found?.length === 0 && (
            <Empty
              title={t`No composition matches`}
            >{t`Nothing has “${search}” in its name or goal. Clear the search to see all of them.`}</Empty>
          )}
          {found && found.length > 0 && (
            <ul className={classes.list} aria-label={t`Compositions`}>
              {found.map((c) => (
                <CompositionRow key={c.id} composition={c} />
              ))}
            </ul>
          )}
        </div>
      )}
    </>
  );
}

function Skeletons() {
  return (
    <div role="status" aria-label={t`Loading compositions`}>
      {[0, 1, 2, 3].map((n) => (
        <Skeleton key={n} height={58} mb="sm" radius="md" />
      ))}
    </div>
  );
}
