import { t } from "@lingui/core/macro";
import { notifications } from "@mantine/notifications";

import { useMakeCurrent, type Workflow } from "../api/queries/workflows";
import { ConfirmDialog } from "../components/ConfirmDialog";

interface MakeCurrentDialogProps {
  workflow: Workflow;
  /** The version that is to be current. */
  number: number | undefined;
  onClose: () => void;
}

/** Asks whether new instances are to run another version. */
export function MakeCurrentDialog({ workflow, number, onClose }: MakeCurrentDialogProps) {
  const make = useMakeCurrent(workflow.id);
  const close = () => {
    make.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      opened={number !== undefined}
      title={t`Make version ${number ?? ""} current?`}
      go={t`Make it current`}
      stay={t`Leave it as it is`}
      busy={make.isPending}
      error={make.error}
      refused={t`The current version is as it was`}
      onClose={close}
      onGo={() => {
        if (number !== undefined) {
          make.mutate(number, {
            onSuccess: () => {
              notifications.show({ color: "green", message: t`New instances run version ${number} now.` });
              close();
            },
          });
        }
      }}
    >{t`New instances of “${workflow.name}” run version ${number ?? ""} then, not version ${workflow.version}. Those that run stay on their version. No version goes away, and what is published next is current again.`}</ConfirmDialog>
  );
}
