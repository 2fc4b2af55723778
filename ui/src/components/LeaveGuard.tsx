import { t } from "@lingui/core/macro";
import { Button, Modal, Stack, Text } from "@mantine/core";
import { useEffect } from "react";
import { useBlocker } from "react-router";

import { isObject } from "../lib/json";
import { DialogEnd } from "./DialogEnd";

interface LeaveGuardProps {
  /** Whether something would be lost. */
  when: boolean;
  /** What would be lost, as the subject of a sentence. */
  what: string;
}

/** The state of a navigation that is not asked about: what it leaves behind is saved, or is to go. */
export const settled = { settled: true };

const isSettled = (state: unknown): boolean => isObject(state) && state.settled === true;

/** Asks before what was typed is lost: on the way to another page, and when the window is closed. */
export function LeaveGuard({ when, what }: LeaveGuardProps) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    return when && currentLocation.pathname !== nextLocation.pathname && !isSettled(nextLocation.state);
  });
  useEffect(() => {
    if (!when) {
      return;
    }
    const hold = (event: BeforeUnloadEvent) => {
      event.preventDefault();
    };
    addEventListener("beforeunload", hold);
    return () => {
      removeEventListener("beforeunload", hold);
    };
  }, [when]);
  const stay = () => {
    blocker.reset?.();
  };
  return (
    <Modal opened={blocker.state === "blocked"} onClose={stay} title={t`Leave without saving?`}>
      <Stack gap="md">
        <Text size="md">{t`${what} not saved. If you leave now, that is lost.`}</Text>
        <DialogEnd>
          <Button
            variant="default"
            onClick={() => {
              blocker.proceed?.();
            }}
          >{t`Leave, and lose it`}</Button>
          <Button data-autofocus onClick={stay}>{t`Stay here`}</Button>
        </DialogEnd>
      </Stack>
    </Modal>
  );
}
