import { Modal } from "@mantine/core";

import classes from "./chrome.module.css";

const keys = [
  ["Arrows", "go from step to step"],
  ["Shift Arrows", "move the selected steps"],
  ["E", "go through the edges that leave the step"],
  ["Enter", "open the properties"],
  ["A", "add a step"],
  ["C", "connect the step to another one"],
  ["Ctrl D", "clone"],
  ["Ctrl C, X, V", "copy, cut, paste"],
  ["Delete", "delete"],
  ["Ctrl A", "select all"],
  ["Ctrl Z, Ctrl Shift Z", "undo, redo"],
  ["Ctrl F", "find a step"],
  ["F, +, −", "show all, zoom"],
  ["M", "map"],
  ["Shift F10", "menu"],
  ["Shift drag", "select several"],
] as const;

/** The keys of the canvas. */
export function Keys({ opened, close }: { opened: boolean; close: () => void }) {
  return (
    <Modal opened={opened} onClose={close} title="Keys on the canvas" size="sm">
      <dl className={classes.keys}>
        {keys.map(([key, does]) => [<dt key={key}>{key}</dt>, <dd key={does}>{does}</dd>])}
      </dl>
    </Modal>
  );
}
