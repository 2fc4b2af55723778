import { useHotkeys } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useSearchParams } from "react-router";

import type { ConfigItem } from "../api/queries/configItems";
import type { Session } from "../api/queries/sessions";
import { focusPlace } from "../objects/focusPlace";
import { nextPanes, rememberedPanes, rememberPanes, type PaneEvent } from "../workbench/paneState";
import { useComposerText } from "../workbench/useComposerText";
import { usePaneKeys } from "../workbench/usePaneKeys";
import bench from "../workbench/Workbench.module.css";
import { ApplyDialog } from "./ApplyDialog";
import { AssistantContext, type Assistant } from "./context";
import { isUnseen, look, lookedAt } from "./looked";
import { SessionChat } from "./SessionChat";
import { SessionHeader } from "./SessionHeader";
import { SessionPanes } from "./SessionPanes";
import classes from "./SessionView.module.css";
import { useSessionCommands } from "./useSessionCommands";
import { useSessionEvents } from "./useSessionEvents";
import { Work } from "./work";

interface Props {
  session: Session;
  items: ConfigItem[];
  /** The session drafts configuration. */
  drafts: boolean;
  /** Someone deleted the session. */
  onDeleted: () => void;
}

const key = "heddle-assistant-panes";

/** A session: its drafts on the left, the one that is worked on in the middle, the conversation on the right. */
export function SessionView({ session, items, drafts, onDeleted }: Props) {
  const client = useQueryClient();
  const [work] = useState(() => new Work(session.id, client));
  const [announcement, announce] = useState("");
  const [text, setText] = useComposerText(session.id);
  const [parameters, setParameters] = useSearchParams();
  const open = useCallback(
    (path: string) => {
      setParameters({ item: path }, { replace: true });
    },
    [setParameters],
  );
  const [panes, setPanes] = useState(() => rememberedPanes(localStorage, key));
  const [applying, setApplying] = useState(false);
  useSessionEvents(session.id, work, { onDeleted, announce });
  usePaneKeys();
  useLeaving(work);

  const active = useActive(items, parameters.get("item"));
  const activePath = active?.path;
  const unseen = useUnseen(session.id, active);
  useEffect(() => {
    work.keepOnly(new Set(items.map(({ path }) => path)));
  }, [work, items]);

  const change = useCallback((event: PaneEvent) => {
    setPanes((before) => {
      const after = nextPanes(before, event);
      rememberPanes(localStorage, after, key);
      return after;
    });
  }, []);
  useHotkeys(
    [
      [
        "mod+shift+F",
        () => {
          change("focus");
        },
      ],
    ],
    [],
  );
  const ask = useCallback(
    (question: string) => {
      setText(question);
      change("open-right");
    },
    [setText, change],
  );
  const reveal = useCallback(
    (path: string, field: string | undefined) => {
      open(path);
      focusPlace(field ?? "");
    },
    [open],
  );
  const busy = session.currentTurnId !== undefined;
  const shared = useMemo<Assistant>(
    () => ({ session, busy, items, work, activePath, open, reveal, isUnseen: unseen, ask, announce }),
    [session, busy, items, work, activePath, open, reveal, unseen, ask],
  );
  const apply = useCallback(() => {
    setApplying(true);
  }, []);
  useSessionCommands({ shared, drafts, onPanes: change, onApply: apply });

  return (
    <AssistantContext value={shared}>
      <div className={bench.workbench}>
        <SessionHeader drafts={drafts} onApply={apply} onDeleted={onDeleted} />
        <div className={bench.hidden} role="status" aria-live="polite">
          {announcement}
        </div>
        {drafts ? (
          <SessionPanes panes={panes} onPanes={change} active={active} text={text} onText={setText} />
        ) : (
          <div className={classes.alone}>
            <SessionChat text={text} onText={setText} drafts={false} />
          </div>
        )}
      </div>
      <ApplyDialog
        opened={applying}
        onClose={() => {
          setApplying(false);
        }}
      />
    </AssistantContext>
  );
}

/** The draft that is shown. One that nobody chose stays, too, when others come before it. */
function useActive(items: readonly ConfigItem[], chosen: string | null): ConfigItem | undefined {
  const [shown, setShown] = useState<string>();
  const at = (wanted: string | null | undefined) => items.find(({ path }) => path === wanted);
  const active = at(chosen) ?? at(shown) ?? items[0];
  if (active?.path !== shown) {
    setShown(active?.path);
  }
  return active;
}

/** Which drafts the AI wrote that nobody looked at since; the one that is shown in a visible window is looked at. */
function useUnseen(sessionId: string, active: ConfigItem | undefined): (item: ConfigItem) => boolean {
  const [looked, setLooked] = useState(() => lookedAt(localStorage, sessionId));
  const { path, contentRevision } = active ?? {};
  useEffect(() => {
    const see = () => {
      if (path !== undefined && contentRevision !== undefined && document.visibilityState === "visible") {
        setLooked(look(localStorage, sessionId, { path, contentRevision }));
      }
    };
    see();
    document.addEventListener("visibilitychange", see);
    return () => {
      document.removeEventListener("visibilitychange", see);
    };
  }, [sessionId, path, contentRevision]);
  return useCallback((item: ConfigItem) => isUnseen(looked, item), [looked]);
}

/** What is not saved when the page is left is saved then; a window that is closed asks before. */
function useLeaving(work: Work): void {
  useEffect(() => {
    const hold = (event: BeforeUnloadEvent) => {
      if (!work.drafts.allSaved || work.unread.size > 0) {
        event.preventDefault();
      }
    };
    addEventListener("beforeunload", hold);
    return () => {
      removeEventListener("beforeunload", hold);
      void work.save();
    };
  }, [work]);
}
