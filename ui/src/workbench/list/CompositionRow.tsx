import { ActionIcon, Menu, Tooltip } from "@mantine/core";
import { IconDots, IconPencil, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";

import { ago, when } from "../../lib/time";
import { draftsQuery } from "../queries";
import type { Composition } from "../types";
import classes from "./CompositionRow.module.css";
import { DeleteComposition, RenameComposition } from "./dialogs";
import { statusOf } from "./status";

/** One composition of the list. `detailed` asks for its drafts too, to tell what is published. */
export function CompositionRow({ composition, detailed }: { composition: Composition; detailed: boolean }) {
  const drafts = useQuery({ ...draftsQuery(composition.id), enabled: detailed });
  const [dialog, setDialog] = useState<"rename" | "delete">();
  const status = statusOf(composition, drafts.data);
  const close = () => {
    setDialog(undefined);
  };
  return (
    <li className={classes.row}>
      <Link to={`/workbench/${composition.id}`} className={classes.link ?? ""}>
        <span className={classes.name}>{composition.name}</span>
        <span className={classes.goal}>{composition.goal || "No goal stated yet"}</span>
      </Link>
      <span className={classes.status} data-kind={status.kind}>
        {status.words}
      </span>
      <Tooltip label={when(composition.updatedAt)}>
        <time className={classes.time} dateTime={composition.updatedAt}>
          {ago(composition.updatedAt)}
        </time>
      </Tooltip>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon aria-label={`Actions for ${composition.name}`}>
            <IconDots size={16} stroke={1.5} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconPencil size={15} stroke={1.5} />}
            onClick={() => {
              setDialog("rename");
            }}
          >
            Rename…
          </Menu.Item>
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={15} stroke={1.5} />}
            onClick={() => {
              setDialog("delete");
            }}
          >
            Delete…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <RenameComposition composition={composition} opened={dialog === "rename"} onClose={close} />
      <DeleteComposition composition={composition} opened={dialog === "delete"} onClose={close} />
    </li>
  );
}
