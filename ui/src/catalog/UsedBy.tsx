import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { Link } from "react-router";

import { useCatalog, type CatalogKind, type CatalogObject } from "../api/queries/catalog";
import { compositionsQuery } from "../api/queries/compositions";
import { useWorkflows } from "../api/queries/workflows";
import classes from "./UsedBy.module.css";
import { nameOf } from "./content";
import { actionTypesThatAllow, compositionsWith, workflowsThatCall } from "./users";

interface UsedByProps {
  kind: CatalogKind;
  object: CatalogObject;
}

/** What would notice if the object were gone. */
export function UsedBy({ kind, object }: UsedByProps) {
  const Users = users[kind];
  return <Users object={object} />;
}

function Workflows({ object }: { object: CatalogObject }) {
  const all = useCatalog("action-type");
  const workflows = useWorkflows();
  const users =
    all.data && workflows.data ? workflowsThatCall(object, all.data.items, workflows.data.items) : undefined;
  return (
    <>
      <Links users={users?.map(({ id, name }) => ({ to: `/workflows/${id}`, name }))} none={t`No workflow calls it.`} />
      {users && users.length > 0 && (
        <p
          className={classes.none}
        >{t`They run it as it was when they were published, until they are published again.`}</p>
      )}
    </>
  );
}

function ActionTypes({ object: tool }: { object: CatalogObject }) {
  const tools = useCatalog("tool");
  const types = useCatalog("action-type");
  const users = tools.data && types.data ? actionTypesThatAllow(tool, tools.data.items, types.data.items) : undefined;
  return (
    <Links
      users={users?.map((type) => ({ to: `/action-types/${type.id}`, name: nameOf(type) }))}
      none={t`No action type allows it.`}
    />
  );
}

/** Compositions whose agent uses one of its models. */
function Compositions({ object: provider }: { object: CatalogObject }) {
  const { data } = useQuery(compositionsQuery);
  return (
    <Links
      users={data && compositionsWith(provider, data).map(({ id, name }) => ({ to: `/workbench/${id}`, name }))}
      none={t`No composition has chosen one of its models.`}
    />
  );
}

/** Sessions are not listed by what they are made of; the server knows. */
function Sessions() {
  return <p className={classes.none}>{t`It is not deleted as long as a composition or a session is made of it.`}</p>;
}

const users: Record<CatalogKind, ComponentType<{ object: CatalogObject }>> = {
  "action-type": Workflows,
  tool: ActionTypes,
  provider: Compositions,
  "session-template": Sessions,
};

function Links({ users, none }: { users: { to: string; name: string }[] | undefined; none: string }) {
  if (!users || users.length === 0) {
    return <p className={classes.none}>{users ? none : "…"}</p>;
  }
  return (
    <ul className={classes.list}>
      {users.map(({ to, name }) => (
        <li key={to}>
          <Link to={to}>{name}</Link>
        </li>
      ))}
    </ul>
  );
}
