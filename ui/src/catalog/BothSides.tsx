import { t } from "@lingui/core/macro";
import { Button, Group } from "@mantine/core";

import { Lines } from "../components/Lines";
import { Notice } from "../components/Notice";
import { differences } from "./differences";
import classes from "./editor.module.css";

interface BothSidesProps {
  theirs: string;
  mine: string;
  onTake: () => void;
  onInsist: () => void;
}

/** Somebody else saved meanwhile: what differs, and the choice between both. */
export function BothSides({ theirs, mine, onTake, onInsist }: BothSidesProps) {
  const found = differences(theirs, mine);
  return (
    <Notice tone="bad" title={t`Somebody else changed the same meanwhile`}>
      <span>{t`What you typed is kept here, and it is not saved. Lines with − are what is saved now, lines with + are yours.`}</span>
      <div className={classes.sides}>
        {found.length === 0 && <p className={classes.quiet}>{t`Both say the same.`}</p>}
        {found.map((difference) => (
          <section key={difference.name} aria-label={difference.name}>
            <b>{difference.name}</b>
            <Lines before={difference.theirs} after={difference.mine} />
          </section>
        ))}
      </div>
      <Group gap="sm">
        <Button variant="default" onClick={onTake}>{t`Take theirs, drop mine`}</Button>
        <Button variant="default" onClick={onInsist}>{t`Go on with mine`}</Button>
      </Group>
    </Notice>
  );
}
