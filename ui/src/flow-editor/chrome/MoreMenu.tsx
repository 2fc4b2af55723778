import { ActionIcon, Menu, Tooltip } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconCheck, IconDots, IconDownload, IconKeyboard, IconUpload } from "@tabler/icons-react";
import { useRef } from "react";

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
    save(`${document.id || "workflow"}.json`, document.text);
  };
  const upload = async (file: File | undefined) => {
    const result = file && store.replace(await file.text(), `Imported ${file.name}`);
    if (result && !result.ok) {
      notifications.show({
        color: "red",
        title: "Not imported",
        message: `The file is no workflow document: ${result.error.message} Nothing was changed.`,
      });
    }
  };
  return (
    <>
      <Menu position="bottom-start" width={260}>
        <Menu.Target>
          <Tooltip label="More">
            <ActionIcon aria-label="More">
              <IconDots size={17} stroke={1.5} />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown>
          {!readOnly && (
            <Menu.Item leftSection={<IconUpload size={15} stroke={1.5} />} onClick={() => chooser.current?.click()}>
              Import JSON…
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconDownload size={15} stroke={1.5} />} onClick={download}>
            Export JSON
          </Menu.Item>
          <Menu.Divider />
          <Menu.Label>When a change is applied</Menu.Label>
          {(["place", "tidy"] as const).map((mode) => (
            <Menu.Item
              key={mode}
              role="menuitemradio"
              aria-checked={layout === mode}
              rightSection={layout === mode ? <IconCheck size={14} stroke={1.8} /> : null}
              onClick={() => {
                setLayoutPreference(mode);
              }}
            >
              {mode === "place" ? "Place new steps, move nothing" : "Tidy the whole workflow"}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconKeyboard size={15} stroke={1.5} />} onClick={openKeys}>
            Keys (?)
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <input
        ref={chooser}
        type="file"
        accept=".json,application/json"
        aria-label="Workflow file"
        hidden
        onChange={(event) => {
          void upload(event.currentTarget.files?.[0]);
          event.currentTarget.value = "";
        }}
      />
    </>
  );
}

function save(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
