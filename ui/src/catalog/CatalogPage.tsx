import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { Link } from "react-router";

import { useMay, useScopeName, useTeams } from "../api/queries/access";
import { useCatalog, type CatalogKind, type CatalogObject } from "../api/queries/catalog";
import { Badge } from "../components/Badge";
import { Moment } from "../components/Moment";
import { Page } from "../components/Page";
import { Search } from "../components/Search";
import { Named, stretch, Table, TableSkeleton } from "../components/Table";
import { Toolbar } from "../components/Toolbar";
import { textOf } from "../lib/json";
import { matches } from "../lib/matches";
import { useUrlState } from "../lib/urlState";
import { Empty, Trouble } from "../shell/states";
import { isDraftKind, kinds } from "./kinds";
import { columnsOf } from "./columns";
import { nameOf } from "./content";

/** The list of the published objects of a kind. */
export function CatalogPage({ kind }: { kind: CatalogKind }) {
  const mayIn = useMay(kinds[kind].permission);
  const teams = useTeams().data?.items ?? [];
  const may = mayIn(undefined) || teams.some(({ id }) => mayIn(id));
  return (
    <Page
      title={kinds[kind].title}
      lead={kinds[kind].lead}
      actions={
        may && (
          <Button
            component={Link}
            to={`${kinds[kind].path}/new`}
            leftSection={<IconPlus size={15} stroke={1.5} />}
          >{t`New ${kinds[kind].one}`}</Button>
        )
      }
    >
      <List kind={kind} />
    </Page>
  );
}

function List({ kind }: { kind: CatalogKind }) {
  const query = useCatalog(kind);
  const [search, setSearch] = useUrlState("q");
  const { one, many, counted } = kinds[kind];
  if (query.error && !query.data) {
    return <Trouble error={query.error} retry={() => void query.refetch()} />;
  }
  if (!query.data) {
    return <TableSkeleton />;
  }
  const { items, more } = query.data;
  if (items.length === 0) {
    return (
      <Empty title={isDraftKind(kind) ? t`No ${one} is published yet` : t`There is no ${one} yet`}>
        {isDraftKind(kind) ? (
          <Trans>
            Make one here, draft one in a composition in <Link to="/workbench">the workbench</Link>, or import a pack
            from <Link to="/workflows">the workflows</Link>.
          </Trans>
        ) : (
          kinds[kind].first
        )}
      </Empty>
    );
  }
  const found = items.filter(({ name, content }) =>
    matches(search, name, textOf(content.label), textOf(content.description)),
  );
  return (
    <>
      <Toolbar note={more ? t`The first ${items.length}` : counted(found.length)}>
        <Search label={t`Search ${many}`} value={search} onChange={setSearch} />
      </Toolbar>
      {found.length === 0 ? (
        <Empty title={t`No ${one} has these words`}>{t`Look for a part of its name or description.`}</Empty>
      ) : (
        <Objects kind={kind} objects={found} />
      )}
    </>
  );
}

function Objects({ kind, objects }: { kind: CatalogKind; objects: CatalogObject[] }) {
  const scopeName = useScopeName();
  const { title, path } = kinds[kind];
  return (
    <Table
      label={title}
      rows={objects}
      rowKey={({ id }) => id}
      columns={[
        {
          title: t`Name`,
          sortBy: nameOf,
          cell: (object) => (
            <Named
              name={
                <Link className={stretch} to={`${path}/${object.id}`}>
                  {nameOf(object)}
                </Link>
              }
              below={textOf(object.content.description)}
            />
          ),
        },
        ...columnsOf[kind],
        {
          title: t`For`,
          narrow: true,
          sortBy: ({ teamId }) => scopeName(teamId),
          cell: ({ teamId }) => scopeName(teamId),
        },
        {
          title: isDraftKind(kind) ? t`Published` : t`Changed`,
          narrow: true,
          sortBy: ({ updatedAt }) => `${Date.parse(updatedAt ?? "") || 0}`,
          cell: ({ updatedAt }) => (updatedAt === undefined ? <Badge>{t`Built in`}</Badge> : <Moment at={updatedAt} />),
        },
      ]}
    />
  );
}
