import { plural, t } from "@lingui/core/macro";
import { ActionIcon, Button, SegmentedControl, Tooltip } from "@mantine/core";
import { IconAppWindow, IconArrowBackUp, IconFocusCentered } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "react-router";

import { answer, api, type Schemas } from "../api/client";
import { Logo } from "../shell/Logo";
import { Connection } from "../shell/Shell";
import { useWorkbench } from "./context";
import classes from "./Header.module.css";
import { CompositionMenu } from "./list/CompositionMenu";
import { isUnpublished } from "./list/status";
import { compositionQuery } from "./queries";
import { SaveState } from "./SaveState";

interface Props {
  focused: boolean;
  onFocus: () => void;
  onPublish: () => void;
  onOwnWindow: () => void;
}

/** What is worked on, whether it is saved, and what can be done with all of it. */
export function Header({ focused, onFocus, onPublish, onOwnWindow }: Props) {
  const { composition, companion, away, drafts } = useWorkbench();
  const navigate = useNavigate();
  const changes = drafts.filter(isUnpublished).length;
  return (
    <header className={classes.header}>
      <Link to="/workbench" className={classes.crumb ?? ""}>{t`Workbench`}</Link>
      <span className={classes.slash}>/</span>
      <h1 className={classes.name} title={composition.goal || composition.name}>
        {composition.name}
      </h1>
      <SaveState />
      <CompositionMenu
        composition={composition}
        label={t`Actions for the composition`}
        position="bottom-start"
        onDeleted={() => {
          void navigate("/workbench");
        }}
      />
      <div className={classes.end}>
        <ApplyMode />
        {away ? (
          <Button
            variant="light"
            leftSection={<IconArrowBackUp size={15} stroke={1.5} />}
            onClick={() => {
              companion.bringBack();
            }}
          >{t`Bring back here`}</Button>
        ) : (
          <Tooltip label={t`Open the editor in a window of its own`}>
            <ActionIcon aria-label={t`Open the editor in a window of its own`} onClick={onOwnWindow}>
              <IconAppWindow size={16} stroke={1.5} />
            </ActionIcon>
          </Tooltip>
        )}
        {!away && (
          <Tooltip label={focused ? t`Leave focus (Ctrl Shift F)` : t`Focus on the editor (Ctrl Shift F)`}>
            <Button
              variant={focused ? "light" : "subtle"}
              color={focused ? "iris" : "gray"}
              aria-pressed={focused}
              aria-keyshortcuts="Control+Shift+F"
              leftSection={<IconFocusCentered size={15} stroke={1.5} />}
              onClick={onFocus}
            >{t`Focus`}</Button>
          </Tooltip>
        )}
        <Button onClick={onPublish} variant={changes > 0 ? "filled" : "default"}>
          {changes > 0 ? t`Publish ${plural(changes, { one: "# change", other: "# changes" })}` : t`Published`}
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
      label={t`Apply live: the AI's changes go into the workflow at once, highlighted, and can be undone. Review: they wait until you accept them.`}
    >
      <SegmentedControl
        size="xs"
        aria-label={t`How AI changes of the workflow are taken`}
        value={mode}
        data={[
          { value: "live", label: t`Apply live` },
          { value: "review", label: t`Review` },
        ]}
        onChange={(next) => {
          change.mutate(next);
        }}
      />
    </Tooltip>
  );
}

/** What the editor's own window has above the editor. */
export function EditorWindowHeader({ onPublish }: { onPublish: () => void }) {
  const { composition, drafts } = useWorkbench();
  const changes = drafts.filter(isUnpublished).length;
  return (
    <header className={classes.header}>
      <Logo size={20} />
      <h1 className={classes.name} title={composition.goal || composition.name}>
        {composition.name}
      </h1>
      <SaveState />
      <div className={classes.end}>
        {composition.turnState === "ai-working" && (
          <span className={classes.working} role="status">{t`The AI is working`}</span>
        )}
        <Connection />
        <Button onClick={onPublish} variant={changes > 0 ? "filled" : "default"}>
          {changes > 0 ? t`Publish ${plural(changes, { one: "# change", other: "# changes" })}` : t`Published`}
        </Button>
      </div>
    </header>
  );
}
