import { Button, SegmentedControl, Tooltip } from "@mantine/core";
import { IconCheck, IconFocusCentered } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { Link, useNavigate } from "react-router";

import { answer, api, type Schemas } from "../api/client";
import { plural } from "../lib/time";
import { useWorkbench } from "./context";
import classes from "./Header.module.css";
import { CompositionMenu } from "./list/CompositionMenu";
import { isUnpublished } from "./list/status";
import { compositionQuery } from "./queries";
import type { SaveStatus } from "./saver";

const saveWords: Record<SaveStatus["state"], string> = {
  saved: "Saved",
  waiting: "Saving…",
  saving: "Saving…",
  stale: "Changed elsewhere",
  locked: "Waits for the AI",
  lease: "Not saved",
  offline: "Offline, kept here",
  refused: "Not saved",
};

interface Props {
  focused: boolean;
  onFocus: () => void;
  onPublish: () => void;
}

/** What is worked on, whether it is saved, and what can be done with all of it. */
export function Header({ focused, onFocus, onPublish }: Props) {
  const { composition, controller, drafts } = useWorkbench();
  const status = useSyncExternalStore(controller.drafts.subscribe, () => controller.drafts.worst.state);
  const navigate = useNavigate();
  const changes = drafts.filter(isUnpublished).length;
  return (
    <header className={classes.header}>
      <Link to="/workbench" className={classes.crumb ?? ""}>
        Workbench
      </Link>
      <span className={classes.slash}>/</span>
      <h1 className={classes.name} title={composition.goal || composition.name}>
        {composition.name}
      </h1>
      <span className={classes.saved} data-state={status} role="status">
        {status === "saved" && <IconCheck size={13} stroke={2} aria-hidden />}
        {saveWords[status]}
      </span>
      <CompositionMenu
        composition={composition}
        label="Actions for the composition"
        position="bottom-start"
        onDeleted={() => {
          void navigate("/workbench");
        }}
      />
      <div className={classes.end}>
        <ApplyMode />
        <Tooltip label={`${focused ? "Leave focus" : "Focus on the editor"} (Ctrl Shift F)`}>
          <Button
            variant={focused ? "light" : "subtle"}
            color={focused ? "iris" : "gray"}
            aria-pressed={focused}
            leftSection={<IconFocusCentered size={15} stroke={1.5} />}
            onClick={onFocus}
          >
            Focus
          </Button>
        </Tooltip>
        <Button onClick={onPublish} variant={changes > 0 ? "filled" : "default"}>
          {changes > 0 ? `Publish ${plural(changes, "change")}` : "Published"}
        </Button>
      </div>
    </header>
  );
}

function ApplyMode() {
  const client = useQueryClient();
  const { composition } = useWorkbench();
  const change = useMutation({
    mutationFn: (applyMode: Schemas["ApplyMode"]) =>
      answer(
        api.PATCH("/compositions/{compositionId}", {
          params: { path: { compositionId: composition.id } },
          body: { applyMode },
        }),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: compositionQuery(composition.id).queryKey, exact: true }),
  });
  const mode = change.isPending ? change.variables : composition.applyMode;
  return (
    <Tooltip
      multiline
      openDelay={700}
      maw={280}
      label="Apply live: the AI's changes go into the workflow at once, highlighted, and can be undone. Review: they wait until you accept them."
    >
      <SegmentedControl
        size="xs"
        aria-label="How AI changes of the workflow are taken"
        value={mode}
        data={[
          { value: "live", label: "Apply live" },
          { value: "review", label: "Review" },
        ]}
        onChange={(next) => {
          change.mutate(next);
        }}
      />
    </Tooltip>
  );
}
