import { t } from "@lingui/core/macro";
import { Menu, Portal } from "@mantine/core";
import { IconSparkles } from "@tabler/icons-react";

import type { MenuPlace } from "../canvas/menuPlace";
import { TypeIcon } from "../canvas/typeIcons";
import type { EditorContext } from "../contract";
import { type NodeType, nodeTypes } from "../model/document";
import { typeWords } from "../model/words";
import { addStep, cloneSelection, deleteSelection, selectAll, startConnecting } from "../store/commands";
import type { FlowStore } from "../store/FlowStore";
import { useHost, useStore } from "../useFlow";
import classes from "./chrome.module.css";

interface Props {
  place: MenuPlace;
  close: () => void;
  openPanel: () => void;
}

// Without keys, since the one that opens the menu would close it again.
const outside = ["mousedown", "touchstart"];

/** What can be done here. */
export function ContextMenu({ place, close, openPanel }: Props) {
  const store = useStore();
  const host = useHost();
  const { readOnly } = store.getState();
  const context = contextOf(store, place);
  const actions = readOnly || place.kind === "add" ? [] : host.contextActions(context);
  return (
    <Portal>
      <section aria-label={t`Canvas menu`}>
        <Menu
          opened
          clickOutsideEvents={outside}
          onClose={close}
          position="bottom-start"
          width={230}
          shadow="md"
          returnFocus
          trapFocus
          withinPortal={false}
        >
          <Menu.Target>
            <button
              type="button"
              tabIndex={-1}
              aria-hidden
              className={classes.anchor}
              style={{ left: place.x, top: place.y }}
            />
          </Menu.Target>
          <Menu.Dropdown aria-label={place.kind === "add" ? t`Add a step` : t`Actions`}>
            {place.kind === "add" ? (
              <AddItems place={place} />
            ) : (
              <>
                {actions.map((action) => (
                  <Menu.Item
                    key={action.id}
                    leftSection={<IconSparkles size={15} stroke={1.5} className={classes.ai} />}
                    disabled={action.disabled ?? false}
                    onClick={action.run}
                  >
                    {action.label}
                  </Menu.Item>
                ))}
                {actions.length > 0 && <Menu.Divider />}
                <PlaceItems place={place} openPanel={openPanel} readOnly={readOnly} />
              </>
            )}
          </Menu.Dropdown>
        </Menu>
      </section>
    </Portal>
  );
}

function contextOf(store: FlowStore, { kind, problem }: MenuPlace): EditorContext {
  const { nodeIds, edgeIds } = store.getState().selection;
  return {
    kind: kind === "add" ? "canvas" : kind,
    nodeIds: kind === "canvas" ? [] : [...nodeIds],
    edgeIds: kind === "canvas" ? [] : [...edgeIds],
    ...(problem ? { problem } : {}),
  };
}

/** The types of steps that can be added here. */
function AddItems({ place }: { place: MenuPlace }) {
  const store = useStore();
  const hasStart = store.getState().document.nodes.some((node) => node.type === "start");
  const where = {
    ...(place.at ? { at: place.at } : {}),
    ...(place.after === undefined ? {} : { after: place.after }),
  };
  const isPossible = (type: NodeType) => type !== "start" || (!hasStart && place.after === undefined);
  return nodeTypes.filter(isPossible).map((type) => (
    <Menu.Item
      key={type}
      leftSection={<TypeIcon type={type} size={15} />}
      onClick={() => {
        addStep(store, type, where);
      }}
    >
      {typeWords[type].word}
    </Menu.Item>
  ));
}

function PlaceItems({ place, openPanel, readOnly }: { place: MenuPlace; openPanel: () => void; readOnly: boolean }) {
  const store = useStore();
  if (place.kind === "canvas") {
    return (
      <>
        {!readOnly && (
          <Menu.Sub>
            <Menu.Sub.Target>
              <Menu.Sub.Item>{t`Add a step`}</Menu.Sub.Item>
            </Menu.Sub.Target>
            <Menu.Sub.Dropdown>
              <AddItems place={place} />
            </Menu.Sub.Dropdown>
          </Menu.Sub>
        )}
        <Menu.Item
          rightSection={t`Ctrl A`}
          onClick={() => {
            selectAll(store);
          }}
        >{t`Select all`}</Menu.Item>
      </>
    );
  }
  return (
    <>
      {place.kind !== "selection" && <Menu.Item rightSection="Enter" onClick={openPanel}>{t`Properties`}</Menu.Item>}
      {!readOnly && (
        <>
          {place.kind === "node" && (
            <Menu.Item
              rightSection="C"
              onClick={() => {
                startConnecting(store);
              }}
            >{t`Connect to…`}</Menu.Item>
          )}
          {place.kind === "edge" && <InsertItems />}
          {place.kind !== "edge" && (
            <Menu.Item
              rightSection={t`Ctrl D`}
              onClick={() => {
                cloneSelection(store);
              }}
            >{t`Clone`}</Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item
            rightSection={t`Del`}
            onClick={() => {
              deleteSelection(store);
            }}
          >{t`Delete`}</Menu.Item>
        </>
      )}
    </>
  );
}

/** Steps that can be put into the selected edge. */
function InsertItems() {
  const store = useStore();
  const [edgeId] = store.getState().selection.edgeIds;
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item>{t`Insert a step`}</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown>
        {nodeTypes
          .filter((type) => type !== "start" && type !== "end")
          .map((type) => (
            <Menu.Item
              key={type}
              leftSection={<TypeIcon type={type} size={15} />}
              onClick={() => {
                addStep(store, type, edgeId === undefined ? {} : { edgeId });
              }}
            >
              {typeWords[type].word}
            </Menu.Item>
          ))}
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  );
}
