import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { IconDownload, IconUpload } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router";

import { useWorkflows } from "../api/queries/workflows";
import { Page } from "../components/Page";
import { Search } from "../components/Search";
import { TableSkeleton } from "../components/Table";
import { Toolbar } from "../components/Toolbar";
import { matches } from "../lib/matches";
import { useUrlState } from "../lib/urlState";
import { ExportDialog } from "../packs/ExportDialog";
import { ImportDialog } from "../packs/ImportDialog";
import { Empty, Trouble } from "../shell/states";
import { useLiveWorkflows } from "../workflows/live";
import { WorkflowTable } from "../workflows/WorkflowTable";

/** The list of what was published. */
export default function Workflows() {
  const [dialog, setDialog] = useState<"export" | "import">();
  const close = () => {
    setDialog(undefined);
  };
  return (
    <Page
      title={t`Workflows`}
      lead={t`What was published, and can be started.`}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconUpload size={15} stroke={1.5} />}
            onClick={() => {
              setDialog("import");
            }}
          >{t`Import a pack…`}</Button>
          <Button
            variant="default"
            leftSection={<IconDownload size={15} stroke={1.5} />}
            onClick={() => {
              setDialog("export");
            }}
          >{t`Export a pack…`}</Button>
        </>
      }
    >
      <List />
      <ImportDialog opened={dialog === "import"} onClose={close} />
      <ExportDialog opened={dialog === "export"} onClose={close} />
    </Page>
  );
}

function List() {
  useLiveWorkflows();
  const query = useWorkflows();
  const [search, setSearch] = useUrlState("q");
  if (query.error && !query.data) {
    return <Trouble error={query.error} retry={() => void query.refetch()} />;
  }
  if (!query.data) {
    return <TableSkeleton />;
  }
  const { items, more } = query.data;
  if (items.length === 0) {
    return (
      <Empty title={t`Nothing is published yet`}>
        <Trans>
          Compose a workflow in <Link to="/workbench">the workbench</Link> and publish it, or import a pack.
        </Trans>
      </Empty>
    );
  }
  const found = items.filter(({ name, slug, description }) => matches(search, name, slug, description));
  return (
    <>
      <Toolbar
        note={more ? t`The newest ${items.length}` : plural(found.length, { one: "# workflow", other: "# workflows" })}
      >
        <Search label={t`Search workflows`} value={search} onChange={setSearch} />
      </Toolbar>
      {found.length === 0 ? (
        <Empty title={t`No workflow has these words`}>{t`Look for a part of its name, slug or description.`}</Empty>
      ) : (
        <WorkflowTable workflows={found} />
      )}
    </>
  );
}
