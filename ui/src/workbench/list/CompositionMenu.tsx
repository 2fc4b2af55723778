import { t } from "@lingui/core/macro";
import { ActionIcon, Menu } from "@mantine/core";
import { IconDots, IconPencil, IconTrash } from "@tabler/icons-react";
import { useState } from "react";

import type { Composition } from "../types";
import { DeleteComposition, RenameComposition } from "./dialogs";

interface Props {
  composition: Composition;
  label: string;
  position: "bottom-start" | "bottom-end";
  onDeleted?: () => void;
}

/** What can be done with a composition as a whole. */
export function CompositionMenu({ composition, label, position, onDeleted }: Props) {
  const [dialog, setDialog] = useState<"rename" | "delete">();
  const close = () => {
    setDialog(undefined);
  };
  return (
    <>
      <Menu position={position} withinPortal>
        <Menu.Target>
          <ActionIcon aria-label={label}>
            <IconDots size={16} stroke={1.5} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconPencil size={15} stroke={1.5} />}
            onClick={() => {
              setDialog("rename");
            }}
          >{t`Rename…`}</Menu.Item>
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={15} stroke={1.5} />}
            onClick={() => {
              setDialog("delete");
            }}
          >{t`Delete…`}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <RenameComposition composition={composition} opened={dialog === "rename"} onClose={close} />
      <DeleteComposition
        composition={composition}
        opened={dialog === "delete"}
        onClose={close}
        {...(onDeleted && { onDone: onDeleted })}
      />
    </>
  );
}
