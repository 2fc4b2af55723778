import { t } from "@lingui/core/macro";
import { Button, Menu } from "@mantine/core";
import { IconPlus, IconReplace, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router";

import { useMay, useScopeName, useTeams } from "../api/queries/access";
import { useSecrets, type Secret } from "../api/queries/secrets";
import { kinds } from "../catalog/kinds";
import { nameOf } from "../catalog/content";
import { Moment } from "../components/Moment";
import { Page } from "../components/Page";
import { Person } from "../components/Person";
import { RowMenu } from "../components/RowMenu";
import { Named, Table, TableSkeleton } from "../components/Table";
import { DeleteSecret } from "../secrets/DeleteSecret";
import { SecretDialog } from "../secrets/SecretDialog";
import classes from "../secrets/Secrets.module.css";
import { useKept } from "../secrets/useKept";
import { usersOf, type Kept } from "../secrets/users";
import { Empty, Trouble } from "../shell/states";

type Dialog = { does: "set" } | { does: "replace" | "delete"; secret: Secret };

/** The secrets: their names and who uses them, and never their values. */
export default function Secrets() {
  const [dialog, setDialog] = useState<Dialog>();
  const mayIn = useMay("secret.manage");
  const teams = useTeams().data?.items ?? [];
  const may = mayIn(undefined) || teams.some(({ id }) => mayIn(id));
  const close = () => {
    setDialog(undefined);
  };
  const about = dialog && "secret" in dialog ? dialog.secret : undefined;
  return (
    <Page
      title={t`Secrets`}
      lead={t`Keys, passwords and the like that providers and scripts get by their names. A value is stored sealed when it is set, and shown to nobody again.`}
      actions={
        may && (
          <Button
            leftSection={<IconPlus size={15} stroke={1.5} />}
            onClick={() => {
              setDialog({ does: "set" });
            }}
          >{t`Set a secret`}</Button>
        )
      }
    >
      <List onDo={setDialog} />
      <SecretDialog
        opened={dialog?.does === "set" || dialog?.does === "replace"}
        name={about?.name}
        teamId={about?.teamId}
        anyTeam
        replaces={dialog?.does === "replace"}
        onClose={close}
      />
      <DeleteSecret secret={dialog?.does === "delete" ? about : undefined} onClose={close} />
    </Page>
  );
}

function List({ onDo }: { onDo: (dialog: Dialog) => void }) {
  const query = useSecrets();
  const kept = useKept();
  const scopeName = useScopeName();
  const may = useMay("secret.manage");
  if (query.error && !query.data) {
    return <Trouble error={query.error} retry={() => void query.refetch()} />;
  }
  if (!query.data) {
    return <TableSkeleton rows={3} />;
  }
  const { items } = query.data;
  if (items.length === 0) {
    return (
      <Empty title={t`No secret is set`}>
        {t`Set the key of a model provider here, or what a script has to know and nobody should read. Action types and tools name the secrets that their scripts get.`}
      </Empty>
    );
  }
  return (
    <Table
      label={t`Secrets`}
      rows={items}
      rowKey={({ name, teamId = "" }) => `${teamId} ${name}`}
      columns={[
        {
          title: t`Name`,
          sortBy: ({ name }) => name,
          cell: ({ name }) => <Named name={<code>{name}</code>} />,
        },
        {
          title: t`For`,
          narrow: true,
          sortBy: ({ teamId }) => scopeName(teamId),
          cell: ({ teamId }) => scopeName(teamId),
        },
        { title: t`Used by`, cell: (secret) => <Users users={kept && usersOf(secret, items, kept)} /> },
        {
          title: t`Set`,
          narrow: true,
          sortBy: ({ updatedAt }) => `${Date.parse(updatedAt)}`,
          cell: ({ updatedAt, updatedBy }) => (
            <Named name={<Moment at={updatedAt} />} below={<Person id={updatedBy} />} />
          ),
        },
        {
          title: t`Actions`,
          untitled: true,
          narrow: true,
          cell: (secret) => may(secret.teamId) && <Actions secret={secret} onDo={onDo} />,
        },
      ]}
    />
  );
}

function Actions({ secret, onDo }: { secret: Secret; onDo: (dialog: Dialog) => void }) {
  return (
    <RowMenu label={t`More to do with ${secret.name}`}>
      <Menu.Item
        leftSection={<IconReplace size={15} stroke={1.5} />}
        onClick={() => {
          onDo({ does: "replace", secret });
        }}
      >{t`Replace the value…`}</Menu.Item>
      <Menu.Item
        color="red"
        leftSection={<IconTrash size={15} stroke={1.5} />}
        onClick={() => {
          onDo({ does: "delete", secret });
        }}
      >{t`Delete…`}</Menu.Item>
    </RowMenu>
  );
}

function Users({ users }: { users: Kept[] | undefined }) {
  if (users === undefined) {
    return <>…</>;
  }
  if (users.length === 0) {
    return <span className={classes.none}>{t`Nothing in the catalog`}</span>;
  }
  return (
    <ul className={classes.users}>
      {users.map(({ kind, object }) => (
        <li key={object.id}>
          <Link to={`${kinds[kind].path}/${object.id}`}>{nameOf(object)}</Link>{" "}
          <span className={classes.none}>{kinds[kind].one}</span>
        </li>
      ))}
    </ul>
  );
}
