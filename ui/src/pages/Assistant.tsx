import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";

import { useCatalog } from "../api/queries/catalog";
import { sessionName, sessionsQuery, type Session } from "../api/queries/sessions";
import { FirstRun } from "../assistant/FirstRun";
import { NewSession } from "../assistant/NewSession";
import { SessionRow } from "../assistant/SessionRow";
import { nameOf } from "../catalog/content";
import { Search } from "../components/Search";
import { TableSkeleton } from "../components/Table";
import { useServerEvents } from "../events/stream";
import { matches } from "../lib/matches";
import { useTitle } from "../lib/title";
import { useUrlState } from "../lib/urlState";
import { Empty, Trouble } from "../shell/states";
import classes from "./Compositions.module.css";

// What changes a row of the list.
const changes = new Set(["session-changed", "session-turn"]);

/** The sessions that belong to no composition; where there are none yet, what they are good for. */
export default function Assistant() {
  useTitle(t`Assistant`);
  const client = useQueryClient();
  const list = useQuery({ ...sessionsQuery, staleTime: 0 });
  const [asked, setAsked] = useState(false);
  const reload = () => {
    void client.invalidateQueries({ queryKey: ["sessions"] });
  };
  useServerEvents(({ kind }) => {
    if (changes.has(kind)) {
      reload();
    }
  }, reload);
  const onNew = () => {
    setAsked(true);
  };

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
  return (
    <>
      <NewSession
        opened={asked}
        onClose={() => {
          setAsked(false);
        }}
      />
      {list.data?.length === 0 ? <FirstRun onNew={onNew} /> : <List sessions={list.data} onNew={onNew} />}
    </>
  );
}

function List({ sessions, onNew }: { sessions: Session[] | undefined; onNew: () => void }) {
  const [search, setSearch] = useUrlState("search");
  const wanted = useDeferredValue(search.trim().toLowerCase());
  const templates = useCatalog("session-template").data?.items ?? [];
  const labelOf = (id: string | undefined) => {
    const found = templates.find((template) => template.id === id);
    return found ? nameOf(found) : (id ?? "");
  };
  const found = sessions?.filter((one) => matches(wanted, sessionName(one), labelOf(one.templateId)));
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1 className={classes.title}>{t`Assistant`}</h1>
        <div className={classes.search}>
          <Search label={t`Search sessions`} value={search} onChange={setSearch} />
        </div>
        <Button leftSection={<IconPlus size={15} stroke={1.5} />} onClick={onNew}>{t`New session`}</Button>
      </header>
      {!found && <TableSkeleton rows={4} />}
      {found?.length === 0 && (
        <Empty
          title={t`No session matches`}
        >{t`Nothing has “${search}” in its name. Clear the search to see all of them.`}</Empty>
      )}
      {found && found.length > 0 && (
        <ul className={classes.list} aria-label={t`Sessions`}>
          {found.map((one) => (
            <SessionRow key={one.id} session={one} template={labelOf(one.templateId)} />
          ))}
        </ul>
      )}
    </div>
  );
}
