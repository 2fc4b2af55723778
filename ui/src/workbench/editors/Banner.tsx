import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconAlertTriangle, IconInfoCircle, IconLock } from "@tabler/icons-react";
import type { ReactNode } from "react";

import { useWorkbench } from "../context";
import type { OpenDraft } from "../drafts";
import type { Draft } from "../types";
import classes from "./editors.module.css";

interface Props {
  tone: "plain" | "bad" | "ai";
  children: ReactNode;
}

/** One line above an editor that says why it is not as usual. */
export function Banner({ tone, children }: Props) {
  const Icon = tone === "bad" ? IconAlertTriangle : tone === "ai" ? IconLock : IconInfoCircle;
  return (
    <div className={classes.banner} data-tone={tone} role={tone === "bad" ? "alert" : "status"}>
      <Icon size={16} stroke={1.5} aria-hidden />
      {children}
    </div>
  );
}

/** Why a draft is not saved, and what can be done about it. */
export function SaveBanner({ draft, open }: { draft: Draft; open: OpenDraft }) {
  const { controller } = useWorkbench();
  switch (open.status.state) {
    case "stale":
      return (
        <Banner tone="bad">
          <span>{t`Changed elsewhere${open.theirs?.lastAuthor === "ai" ? ", by the AI" : ""}. Your text is kept here, but it is not saved.`}</span>
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => {
              controller.drafts.reload(draft.id);
            }}
          >{t`Reload`}</Button>
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            disabled={!open.theirs}
            onClick={() => {
              controller.drafts.overwrite(draft.id);
            }}
          >{t`Save mine over it`}</Button>
        </Banner>
      );
    case "locked":
      return (
        <Banner tone="ai">
          <span>{t`The AI is working on this. Your text is kept and saved when its turn ends.`}</span>
        </Banner>
      );
    case "lease":
      return (
        <Banner tone="bad">
          <span>{t`Another window edits the workflow. Your last changes are kept here, but they are not saved.`}</span>
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => {
              controller.takeOver();
            }}
          >{t`Take over and save`}</Button>
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            onClick={() => {
              controller.drafts.reload(draft.id);
            }}
          >{t`Drop them`}</Button>
        </Banner>
      );
    case "refused":
      return (
        <Banner tone="bad">
          <span>{t`This could not be saved: ${open.status.message ?? ""} Your text is kept; change it to try again.`}</span>
        </Banner>
      );
    case "offline":
      return (
        <Banner tone="plain">
          <span>{t`The server can't be reached. Your text is kept and saved as soon as it is back.`}</span>
        </Banner>
      );
    default:
      return null;
  }
}
