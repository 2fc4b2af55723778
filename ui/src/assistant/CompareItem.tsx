import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";

import { isRefusal } from "../api/problem";
import { useTeams } from "../api/queries/access";
import { cataloguedQuery, type ConfigItem } from "../api/queries/configItems";
import { Lines } from "../components/Lines";
import { laidOut } from "../lib/rawJson";
import { Loading, Trouble } from "../shell/states";
import { useAssistant } from "./context";
import classes from "./ItemEditor.module.css";

/** What applying the draft would change of what the catalog has now. */
export function CompareItem({ item, text }: { item: ConfigItem; text: string }) {
  const { session } = useAssistant();
  const teams = useTeams();
  const team = teams.data?.items.find(({ id }) => id === session.teamId)?.slug;
  const query = useQuery({
    ...cataloguedQuery(item, team, item.baseRevision),
    enabled: item.state !== "new" && (session.teamId === undefined || team !== undefined),
    retry: false,
  });
  const none = item.state === "new" || isRefusal(query.error, "not-found") || query.data === null;
  if (query.isPending && !none) {
    return <Loading />;
  }
  if (query.error && !none) {
    return (
      <Trouble
        error={query.error}
        retry={() => {
          void query.refetch();
        }}
      />
    );
  }
  const theirs = query.data && !none ? laidOut(query.data) : "";
  const mine = laidOut(text);
  return (
    <div className={classes.compare}>
      <p>
        {none
          ? t`The catalog has nothing of this name: all of it is new.`
          : theirs === mine
            ? t`The catalog has just this.`
            : t`Lines with − are what the catalog has, lines with + are what the draft has instead.`}
      </p>
      {theirs !== mine && <Lines before={theirs} after={mine} />}
    </div>
  );
}
