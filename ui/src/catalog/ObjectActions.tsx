import { t } from "@lingui/core/macro";
import { Button, Menu } from "@mantine/core";
import { IconCopy, IconTrash, IconVectorBezier2 } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router";

import type { CatalogKind, CatalogObject } from "../api/queries/catalog";
import { RowMenu } from "../components/RowMenu";
import { DeleteDialog } from "./DeleteDialog";
import { isDraftKind, kinds } from "./kinds";
import { OpenDialog } from "./OpenDialog";

interface ObjectActionsProps {
  kind: CatalogKind;
  object: CatalogObject;
  may: boolean;
}

/** What can be done with an object besides changing it. */
export function ObjectActions({ kind, object, may }: ObjectActionsProps) {
  const [dialog, setDialog] = useState<"delete" | "open">();
  const { path } = kinds[kind];
  const close = () => {
    setDialog(undefined);
  };
  return (
    <>
      {isDraftKind(kind) && (
        <>
          <Button
            variant="default"
            leftSection={<IconVectorBezier2 size={15} stroke={1.5} />}
            onClick={() => {
              setDialog("open");
            }}
          >{t`Open in workbench…`}</Button>
          <OpenDialog kind={kind} object={object} opened={dialog === "open"} onClose={close} />
        </>
      )}
      {may && (
        <RowMenu label={t`More to do with it`} framed>
          <Menu.Item
            component={Link}
            to={`${path}/new?from=${object.id}`}
            leftSection={<IconCopy size={15} stroke={1.5} />}
          >{t`Duplicate…`}</Menu.Item>
          {!object.builtIn && (
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={15} stroke={1.5} />}
              onClick={() => {
                setDialog("delete");
              }}
            >{t`Delete…`}</Menu.Item>
          )}
        </RowMenu>
      )}
      <DeleteDialog kind={kind} object={object} opened={dialog === "delete"} onClose={close} />
    </>
  );
}
