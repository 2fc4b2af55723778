import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, Navigate, useParams } from "react-router";

import { isRefusal } from "../api/problem";
import { itemsQuery } from "../api/queries/configItems";
import { sessionName } from "../api/queries/sessions";
import { useTitle } from "../lib/title";
import { Empty, Loading, Trouble } from "../shell/states";
import { sessionQuery } from "../workbench/queries";
import { SessionView } from "./SessionView";

const none: never[] = [];

/** The session that the address names. */
export default function SessionPage() {
  const { sessionId = "" } = useParams();
  return <Open key={sessionId} sessionId={sessionId} />;
}

function Open({ sessionId }: { sessionId: string }) {
  const session = useQuery(sessionQuery(sessionId));
  const drafts = session.data?.capabilities?.includes("config-items") === true;
  const items = useQuery({ ...itemsQuery(sessionId), enabled: drafts });
  const [deleted, setDeleted] = useState(false);
  useTitle(session.data ? sessionName(session.data) : t`Assistant`);

  if (deleted) {
    return (
      <Empty page title={t`This session was deleted`}>
        <Trans>
          Its drafts and its conversation are gone. What was applied stays in the catalog.{" "}
          <Link to="/assistant">Go to the list</Link>
        </Trans>
      </Empty>
    );
  }
  const error = session.error ?? items.error;
  if (error && (!session.data || !items.data)) {
    return isRefusal(error, "not-found") ? (
      <Empty page title={t`There is no such session`}>
        <Trans>
          It may have been deleted. <Link to="/assistant">Go to the list</Link>
        </Trans>
      </Empty>
    ) : (
      <Trouble
        page
        error={error}
        retry={() => {
          void session.refetch();
          void items.refetch();
        }}
      />
    );
  }
  if (!session.data || (drafts && !items.data)) {
    return <Loading />;
  }
  if (session.data.compositionId !== undefined) {
    return <Navigate to={`/workbench/${session.data.compositionId}`} replace />;
  }
  return (
    <SessionView
      session={session.data}
      items={items.data ?? none}
      drafts={drafts}
      onDeleted={() => {
        setDeleted(true);
      }}
    />
  );
}
