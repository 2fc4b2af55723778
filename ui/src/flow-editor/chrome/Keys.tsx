import { t } from "@lingui/core/macro";
import { Modal } from "@mantine/core";

import classes from "./chrome.module.css";

const keys = [
  [t`Arrows`, t`go from step to step`],
  [t`Shift Arrows`, t`move the selected steps`],
  ["E", t`go through the edges that leave the step`],
  ["Enter", t`open the properties`],
  ["A", t`add a step`],
  ["C", t`connect the step to another one`],
  [t`Ctrl D`, "clone"],
  [t`Ctrl C, X, V`, t`copy, cut, paste`],
  ["Delete", "delete"],
  [t`Ctrl A`, t`select all`],
  [t`Ctrl Z, Ctrl Shift Z`, t`undo, redo`],
  [t`Ctrl F`, t`find a step`],
  [t`F, +, −`, t`show all, zoom`],
  ["M", "map"],
  [t`Shift F10`, "menu"],
  [t`Shift drag`, t`select several`],
] as const;

/** The keys of the canvas. */
export function Keys({ opened, close }: { opened: boolean; close: () => void }) {
  return (
    <Modal opened={opened} onClose={close} title={t`Keys on the canvas`} size="sm">
      <dl className={classes.keys}>
        {keys.map(([key, does]) => [<dt key={key}>{key}</dt>, <dd key={does}>{does}</dd>])}
      </dl>
    </Modal>
  );
}
