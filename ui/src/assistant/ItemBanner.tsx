import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { messageOf } from "../api/problem";
import { itemsQuery, removeItem, saveItem, type ConfigItem, type LoadedItem } from "../api/queries/configItems";
import { Lines } from "../components/Lines";
import { laidOut } from "../lib/rawJson";
import { useSend } from "../lib/useSend";
import type { OpenDraft } from "../workbench/drafts";
import { Banner } from "../workbench/editors/Banner";
import { useAssistant } from "./context";
import classes from "./ItemBanner.module.css";
import { ownName } from "./kinds";

interface Props {
  item: ConfigItem;
  open: OpenDraft<LoadedItem>;
}

/** Why a draft is not saved, and what can be done about it. */
export function ItemBanner({ item, open }: Props) {
  const named = ownName(item.kind, open.text);
  switch (open.status.state) {
    case "stale":
      return <Stale item={item} open={open} />;
    case "refused":
      return named !== "" && named !== item.name ? (
        <Renamed item={item} text={open.text} name={named} />
      ) : (
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

/** Somebody or the AI saved meanwhile: both sides, and the choice between them. */
function Stale({ item, open }: Props) {
  const { work } = useAssistant();
  const [shown, setShown] = useState(false);
  const { theirs } = open;
  return (
    <>
      <Banner tone="bad">
        <span>
          {theirs?.author === "ai"
            ? t`Changed elsewhere, by the AI. Your text is kept here, but it is not saved.`
            : t`Changed elsewhere. Your text is kept here, but it is not saved.`}
        </span>
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          aria-expanded={shown}
          disabled={!theirs}
          onClick={() => {
            setShown(!shown);
          }}
        >{t`Both sides`}</Button>
        <Button
          size="compact-xs"
          variant="default"
          disabled={!theirs}
          onClick={() => {
            work.drafts.reload(item.path);
          }}
        >{t`Take theirs, drop mine`}</Button>
        <Button
          size="compact-xs"
          variant="default"
          disabled={!theirs}
          onClick={() => {
            work.drafts.overwrite(item.path);
          }}
        >{t`Save mine over it`}</Button>
      </Banner>
      {shown && theirs && (
        <section className={classes.sides} aria-label={t`Both sides`}>
          <p>{t`Lines with − are what is saved now, lines with + are yours.`}</p>
          <Lines before={laidOut(theirs.text)} after={laidOut(open.text)} />
        </section>
      )}
    </>
  );
}

/** The content has another name than the draft: it can become a draft of that name. */
function Renamed({ item, text, name }: { item: ConfigItem; text: string; name: string }) {
  const client = useQueryClient();
  const { session, work, open } = useAssistant();
  const rename = useSend({
    mutationFn: async () => {
      const saved = await saveItem(session.id, { kind: item.kind, name }, text);
      await removeItem(session.id, item);
      return saved;
    },
    onSuccess: async (saved) => {
      work.forget(item.path);
      await client.invalidateQueries({ queryKey: itemsQuery(session.id).queryKey });
      open(saved.path);
    },
  });
  return (
    <Banner tone="bad">
      <span>
        {rename.error
          ? t`It was not renamed: ${messageOf(rename.error)} Your text is kept here.`
          : t`It calls itself ${name}, but the draft is ${item.name}. It is saved once both say the same.`}
      </span>
      <Button
        size="compact-xs"
        variant="default"
        loading={rename.isPending}
        onClick={() => {
          rename.mutate();
        }}
      >{t`Rename the draft to ${name}`}</Button>
    </Banner>
  );
}
