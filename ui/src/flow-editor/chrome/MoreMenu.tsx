import { t } from "@lingui/core/macro";
import { ActionIcon, Menu, Tooltip } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconDots, IconDownload, IconKeyboard, IconPhoto, IconUpload, IconVector } from "@tabler/icons-react";
import { useRef } from "react";

import { messageOf } from "../../api/problem";
import { importText } from "../store/commands";
import { useFlow, useStore } from "../useFlow";
import { setLayoutPreference, useLayoutPreference } from "./layoutPreference";

/** Import, export and what is rarely needed. */
export function MoreMenu({ openKeys }: { openKeys: () => void }) {
  const store = useStore();
  const readOnly = useFlow((state) => state.readOnly);
  const layout = useLayoutPreference();
  const chooser = useRef<HTMLInputElement>(null);
  const download = () => {
    const { document } = store.getState();
    save(`${document.id || "workflow"}.json`, new Blob([document.text], { type: "application/json" }));
  };
  const draw = async (format: "png" | "svg") => {
    const { document } = store.getState();
    try {
      const { exportPicture } = await import("../picture/export");
      save(`${document.id || "workflow"}.${format}`, await exportPicture(document, format));
    } catch (error) {
      notifications.show({ color: "red", title: t`No picture was made`, message: messageOf(error) });
    }
  };
  const upload = async (file: File | undefined) => {
    if (!file) {
      return;
    }
    const refused = importText(store, await file.text(), file.name);
    if (refused !== undefined) {
      notifications.show({
        color: "red",
        title: t`Not imported`,
        message: t`The file is no workflow document. ${refused.replace(/[.\s]*$/, ".")} Nothing was changed.`,
      });
    }
  };
  return (
    <>
      <Menu position="bottom-start" width={260} withinPortal={false}>
        <Menu.Target>
          <Tooltip label={t`More`}>
            <ActionIcon aria-label={t`More`}>
              <IconDots size={17} stroke={1.5} />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown>
          {!readOnly && (
            <Menu.Item
              leftSection={<IconUpload size={15} stroke={1.5} />}
              onClick={() => chooser.current?.click()}
            >{t`Import JSON…`}</Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconDownload size={15} stroke={1.5} />}
            onClick={download}
          >{t`Export JSON`}</Menu.Item>
          <Menu.Item
            leftSection={<IconPhoto size={15} stroke={1.5} />}
            onClick={() => void draw("png")}
          >{t`Export PNG`}</Menu.Item>
          <Menu.Item
            leftSection={<IconVector size={15} stroke={1.5} />}
            onClick={() => void draw("svg")}
          >{t`Export SVG`}</Menu.Item>
          <Menu.Divider />
          <Menu.Label>{t`When a change is applied`}</Menu.Label>
          <Menu.RadioGroup
            value={layout}
            onChange={(mode) => {
              setLayoutPreference(mode === "tidy" ? "tidy" : "place");
            }}
          >
            <Menu.RadioItem value="place">{t`Place new steps, move nothing`}</Menu.RadioItem>
            <Menu.RadioItem value="tidy">{t`Tidy the whole workflow`}</Menu.RadioItem>
          </Menu.RadioGroup>
          <Menu.Divider />
          <Menu.Item leftSection={<IconKeyboard size={15} stroke={1.5} />} onClick={openKeys}>{t`Keys (?)`}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <input
        ref={chooser}
        type="file"
        accept=".json,application/json"
        aria-label={t`Workflow file`}
        hidden
        onChange={(event) => {
          void upload(event.currentTarget.files?.[0]);
          event.currentTarget.value = "";
        }}
      />
    </>
  );
}

function save(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser may ask for it a moment later.
  setTimeout(() => {
    URL.revokeObjectURL(link.href);
  }, 10_000);
}
