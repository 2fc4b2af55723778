import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { use, useEffect, useState } from "react";
import { Link, useParams, useSearchParams } from "react-router";

import { isRefusal } from "../api/problem";
import { useTitle } from "../lib/title";
import { Empty, Loading, Trouble } from "../shell/states";
import { Controller } from "./controller";
import { Companion } from "./ownWindow/companion";
import { compositionQuery, draftsQuery } from "./queries";
import { windowId } from "./windowId";
import { Workbench } from "./Workbench";

const thisWindow = windowId();

/** The workbench of the composition that the address names. */
export default function WorkbenchPage() {
  const { id = "" } = useParams();
  const own = useSearchParams()[0].get("chrome") === "none";
  return <Open key={`${id} ${String(own)}`} id={id} own={own} windowName={use(thisWindow)} />;
}

function Open({ id, own, windowName }: { id: string; own: boolean; windowName: string }) {
  const client = useQueryClient();
  const [controller] = useState(() => new Controller(id, windowName, client));
  const [companion] = useState(() => new Companion(id, windowName, own, controller));
  const composition = useQuery(compositionQuery(id));
  const drafts = useQuery(draftsQuery(id));
  const [deleted, setDeleted] = useState(false);
  const found = composition.isSuccess && drafts.isSuccess;
  useTitle(`${composition.data?.name ?? t`Workbench`}${own ? t` · Editor` : ""}`);

  useEffect(() => {
    if (drafts.data) {
      controller.receive(drafts.data);
    }
  }, [controller, drafts.data]);

  useEffect(() => {
    if (!found) {
      return;
    }
    controller.start();
    companion.start();
    return () => {
      companion.stop();
      controller.stop();
    };
  }, [controller, companion, found]);

  useEffect(() => {
    if (composition.data) {
      controller.dispatch({ type: "loaded", composition: composition.data });
    }
  }, [controller, composition.data]);

  // What the page holds unsaved keeps the window open, where the browser asks.
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (!deleted && !controller.drafts.allSaved) {
        event.preventDefault();
      }
    };
    addEventListener("beforeunload", ask);
    return () => {
      removeEventListener("beforeunload", ask);
    };
  }, [controller, deleted]);

  if (deleted) {
    return (
      <Empty title={t`This composition was deleted`}>
        <Trans>
          Its drafts and its conversation are gone. What was published of it goes on running.{" "}
          <Link to="/workbench">Go to the list</Link>
        </Trans>
      </Empty>
    );
  }
  const error = composition.error ?? drafts.error;
  if (error && !composition.data) {
    return isRefusal(error, "not-found") ? (
      <Empty page title={t`There is no such composition`}>
        <Trans>
          It may have been deleted. <Link to="/workbench">Go to the list</Link>
        </Trans>
      </Empty>
    ) : (
      <Trouble
        page
        error={error}
        retry={() => {
          void composition.refetch();
          void drafts.refetch();
        }}
      />
    );
  }
  if (!composition.data || !drafts.data) {
    return <Loading />;
  }
  return (
    <Workbench
      composition={composition.data}
      drafts={drafts.data}
      controller={controller}
      companion={companion}
      onDeleted={() => {
        setDeleted(true);
      }}
    />
  );
}
