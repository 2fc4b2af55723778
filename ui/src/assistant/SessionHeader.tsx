import { plural, t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { Link, useNavigate } from "react-router";

import { messageOf } from "../api/problem";
import { packOfItems } from "../api/queries/configItems";
import { sessionName } from "../api/queries/sessions";
import { useConnection } from "../events/stream";
import { download } from "../lib/download";
import { useSend } from "../lib/useSend";
import { talkOf, waitsForAnswer } from "../workbench/chat/conversation";
import bench from "../workbench/Header.module.css";
import { conversationQuery } from "../workbench/queries";
import { saveWords } from "../workbench/SaveState";
import { useAssistant } from "./context";
import { isUnapplied } from "./itemState";
import { SessionMenu } from "./SessionMenu";

interface Props {
  drafts: boolean;
  onApply: () => void;
  onDeleted: () => void;
}

/** Which session this is, whether everything is saved, and the way into the catalog. */
export function SessionHeader({ drafts, onApply, onDeleted }: Props) {
  const navigate = useNavigate();
  const { session, items, busy } = useAssistant();
  const name = sessionName(session);
  const waiting = items.filter(isUnapplied).length;
  const pack = useSend({
    mutationFn: () => packOfItems(session.id),
    onSuccess: (text) => {
      download(`${name.replaceAll(/[^\p{L}\p{N}]+/gu, "-").toLowerCase()}-pack.json`, text);
    },
    onError: (error) => {
      notifications.show({ color: "red", title: t`No pack was made`, message: messageOf(error) });
    },
  });
  return (
    <header className={bench.header}>
      <Link to="/assistant" className={bench.crumb ?? ""}>{t`Assistant`}</Link>
      <span className={bench.slash}>/</span>
      <h1 className={bench.name} title={name}>
        {name}
      </h1>
      {drafts && <Saving />}
      <SessionMenu
        session={session}
        label={t`Actions for the session`}
        onDeleted={() => {
          onDeleted();
          void navigate("/assistant");
        }}
        {...(drafts &&
          items.length > 0 && {
            onDownload: () => {
              pack.mutate();
            },
          })}
      />
      <div className={bench.end}>
        {busy && <Working />}
        {drafts && (
          <Button onClick={onApply} disabled={items.length === 0} variant={waiting > 0 ? "filled" : "default"}>
            {waiting > 0 ? t`Apply ${plural(waiting, { one: "# draft", other: "# drafts" })}…` : t`Apply…`}
          </Button>
        )}
      </div>
    </header>
  );
}

/** What a turn is at: the agent's work, or a question of it. */
function Working() {
  const { session } = useAssistant();
  const events = useQuery(conversationQuery(session.id)).data ?? [];
  return (
    <span className={bench.working} role="status">
      {talkOf(events).some(waitsForAnswer) ? t`The agent waits for your answer` : t`The AI is working`}
    </span>
  );
}

function Saving() {
  const { drafts } = useAssistant().work;
  const state = useSyncExternalStore(drafts.subscribe, () => drafts.worst.state);
  const offline = useConnection() === "offline" && state === "saved";
  return (
    <span className={bench.saved} data-state={offline ? "offline" : state} role="status">
      {state === "saved" && !offline && <IconCheck size={13} stroke={2} aria-hidden />}
      {offline ? t`Offline, everything is saved` : saveWords[state]}
    </span>
  );
}
