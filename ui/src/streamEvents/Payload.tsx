import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useState } from "react";

import { useEventExcerpt, type Excerpt } from "../api/queries/streamEvents";
import { Refused } from "../components/Notice";
import { JsonTree } from "../components/tree/JsonTree";
import { Loading } from "../shell/states";
import { readCut, unmarked } from "./cut";
import classes from "./Payload.module.css";

/** A part of an event. What the server left out for its size is brought when it is asked for. */
export function Payload({ eventId, path }: { eventId: string; path: string }) {
  const query = useEventExcerpt(eventId, path);
  if (query.error) {
    return <Refused what={t`There is nothing to show`} error={query.error} />;
  }
  if (!query.data?.excerpt) {
    return <Loading />;
  }
  return <Part eventId={eventId} excerpt={query.data.excerpt} />;
}

function Part({ eventId, excerpt }: { eventId: string; excerpt: Excerpt }) {
  const { value, cut } = excerpt;
  return (
    <div className={classes.part}>
      <JsonTree
        value={value}
        open={3}
        showText={(text) => {
          const found = readCut(text, cut);
          return found && <Left eventId={eventId} {...found} />;
        }}
      />
      {unmarked(value, cut).map((path) => (
        <Left key={path} eventId={eventId} shown="" missing={path} path={path} />
      ))}
    </div>
  );
}

interface LeftProps {
  eventId: string;
  shown: string;
  missing: string;
  path: string;
}

function Left({ eventId, shown, missing, path }: LeftProps) {
  const [opened, setOpened] = useState(false);
  return (
    <div className={classes.left}>
      {shown && <span className={classes.shown}>{shown}</span>}
      {opened ? (
        <Payload eventId={eventId} path={path} />
      ) : (
        <Button
          variant="default"
          size="compact-xs"
          className={classes.button ?? ""}
          aria-label={t`Show ${missing} at ${path}`}
          onClick={() => {
            setOpened(true);
          }}
        >{t`Show ${missing}`}</Button>
      )}
    </div>
  );
}
