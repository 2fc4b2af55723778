import { t } from "@lingui/core/macro";
import { SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";

import { isRefusal } from "../api/problem";
import { itemQuery, type ConfigItem, type LoadedItem } from "../api/queries/configItems";
import { forms } from "../catalog/forms";
import { Badge } from "../components/Badge";
import { FlowView } from "../components/FlowView";
import { isObject } from "../lib/json";
import { Empty, Loading, Trouble } from "../shell/states";
import type { OpenDraft } from "../workbench/drafts";
import bars from "../workbench/editors/editors.module.css";
import { CompareItem } from "./CompareItem";
import { useAssistant, useOpenItem } from "./context";
import classes from "./ItemEditor.module.css";
import { ItemBanner } from "./ItemBanner";
import { ItemJson } from "./ItemJson";
import { stateWords } from "./itemState";
import { itemKind } from "./kinds";

type View = "form" | "drawn" | "json" | "compare";

/** The draft that is worked on: as a form or a drawing where there is one, as JSON, or compared with the catalog. */
export function ItemEditor({ item }: { item: ConfigItem }) {
  const { session, work } = useAssistant();
  const loaded = useQuery(itemQuery(session.id, item));
  const open = useOpenItem(item.path);

  useEffect(() => {
    if (loaded.data) {
      work.receive(loaded.data);
    }
  }, [work, loaded.data]);

  // A first load that is under way is not begun again, so it may lack what the list knows already.
  const { data, isFetching, refetch } = loaded;
  const isOld = data !== undefined && !isFetching && Date.parse(item.updatedAt) > Date.parse(data.updatedAt);
  useEffect(() => {
    if (isOld) {
      void refetch();
    }
  }, [isOld, refetch]);

  if (!open) {
    if (loaded.isError) {
      return isRefusal(loaded.error, "not-found") ? (
        <Empty title={t`This draft is gone`}>{t`Somebody discarded it. Choose another from the list.`}</Empty>
      ) : (
        <Trouble
          error={loaded.error}
          retry={() => {
            void loaded.refetch();
          }}
        />
      );
    }
    return <Loading />;
  }
  return <Loaded item={item} open={open} />;
}

function viewsOf({ kind }: ConfigItem): { value: View; label: string }[] {
  const { form } = itemKind(kind);
  return [
    ...(form ? [{ value: "form" as const, label: t`Form` }] : []),
    ...(kind === "workflows" ? [{ value: "drawn" as const, label: t`Drawn` }] : []),
    { value: "json", label: t`JSON` },
    { value: "compare", label: t`Compare` },
  ];
}

interface LoadedProps {
  item: ConfigItem;
  open: OpenDraft<LoadedItem>;
}

function Loaded({ item, open }: LoadedProps) {
  const views = viewsOf(item);
  const [view, setView] = useState<View>(views[0]?.value ?? "json");
  const kind = itemKind(item.kind);
  const { word, about, tone } = stateWords[item.state];
  return (
    <div className={bars.tab}>
      <header className={bars.bar}>
        <h2 className={classes.title}>
          {item.name}
          <small>{kind.one}</small>
        </h2>
        <span title={about}>
          <Badge tone={tone}>{word}</Badge>
        </span>
        <SegmentedControl
          size="xs"
          aria-label={t`How the draft is shown`}
          data={views}
          value={view}
          onChange={(next) => {
            setView(next);
          }}
        />
      </header>
      <ItemBanner item={item} open={open} />
      <div className={bars.scroll}>
        <Shown view={view} item={item} open={open} key={`${view} ${item.path}`} />
      </div>
    </div>
  );
}

function Shown({ view, item, open }: LoadedProps & { view: View }) {
  const { session, work } = useAssistant();
  const edit = (text: string, origin: string) => {
    work.drafts.edit(item.path, { text, origin });
  };
  const { form } = itemKind(item.kind);
  if (view === "compare") {
    return <CompareItem item={item} text={open.text} />;
  }
  if (view === "drawn") {
    return <Drawing text={open.text} />;
  }
  if (view === "form" && form) {
    const Form = forms[form];
    return <Form text={open.text} teamId={session.teamId} problems={item.problems} onChange={edit} />;
  }
  return <ItemJson item={item} text={open.text} onChange={edit} />;
}

function Drawing({ text }: { text: string }) {
  const value: unknown = JSON.parse(text);
  const document = isObject(value) ? value.document : undefined;
  return isObject(document) ? (
    <div className={classes.drawing}>
      <FlowView document={document} label={t`The drafted workflow`} />
    </div>
  ) : (
    <Empty
      title={t`There is nothing to draw`}
    >{t`The draft has no document yet. Write one as JSON, or ask the agent.`}</Empty>
  );
}
