import { t } from "@lingui/core/macro";
import { ActionIcon, Menu, Tooltip } from "@mantine/core";
import { IconExclamationCircle, IconLayoutSidebarLeftCollapse, IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";

import type { ConfigItem } from "../api/queries/configItems";
import { Badge } from "../components/Badge";
import { RowMenu } from "../components/RowMenu";
import tree from "../workbench/tree/Tree.module.css";
import { AddItem, type Adding } from "./AddItem";
import { useAssistant } from "./context";
import { DiscardItem } from "./DiscardItem";
import classes from "./ItemList.module.css";
import { problemWords, stateWords } from "./itemState";
import { grouped, type ItemKind } from "./kinds";

/** The drafts of the session, by their kinds. */
export function ItemList({ onCollapse }: { onCollapse: () => void }) {
  const { items } = useAssistant();
  const [adding, setAdding] = useState<Adding>();
  return (
    <nav className={tree.tree} data-pane='[aria-current="true"]' aria-label={t`Drafts of the session`}>
      <header className={tree.head}>
        <h2>{t`Drafts`}</h2>
        <div className={classes.actions}>
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon aria-label={t`Add a draft`}>
                <IconPlus size={16} stroke={1.5} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                onClick={() => {
                  setAdding("existing");
                }}
              >{t`Start from an existing object…`}</Menu.Item>
              <Menu.Item
                onClick={() => {
                  setAdding("blank");
                }}
              >{t`Start with an empty one…`}</Menu.Item>
            </Menu.Dropdown>
          </Menu>
          <Tooltip label={t`Hide the list of drafts`}>
            <ActionIcon aria-label={t`Hide the list of drafts`} onClick={onCollapse}>
              <IconLayoutSidebarLeftCollapse size={16} stroke={1.5} />
            </ActionIcon>
          </Tooltip>
        </div>
      </header>
      {items.length === 0 && (
        <p className={classes.none}>
          {t`Nothing is drafted yet. Ask the agent for something, or start from what the catalog has.`}
        </p>
      )}
      {grouped(items).map(({ kind, items: some }) => (
        <section key={kind.kind} aria-label={kind.many}>
          <h3 className={tree.section}>{kind.many}</h3>
          <ul className={tree.rows}>
            {some.map((item) => (
              <Row key={item.path} item={item} kind={kind} />
            ))}
          </ul>
        </section>
      ))}
      <AddItem
        adding={adding}
        onClose={() => {
          setAdding(undefined);
        }}
      />
    </nav>
  );
}

function Row({ item, kind }: { item: ConfigItem; kind: ItemKind }) {
  const { activePath, open, isUnseen } = useAssistant();
  const [discarding, setDiscarding] = useState(false);
  const active = item.path === activePath;
  const unseen = isUnseen(item);
  const { word, about, tone } = stateWords[item.state];
  const problems = problemWords(item);
  const Icon = kind.icon;
  return (
    <li className={tree.row} data-active={active} data-unseen={unseen && !active}>
      <button
        type="button"
        className={tree.open}
        aria-current={active ? "true" : undefined}
        onClick={() => {
          open(item.path);
        }}
      >
        <Icon className={tree.icon} size={15} stroke={1.5} aria-hidden />
        <span className={tree.name} title={item.name}>
          {item.name}
        </span>
        <span className={tree.marks}>
          {item.author === "ai" && (
            <span
              className={tree.ai}
              title={unseen ? t`Written by the AI, and not looked at yet` : t`Written by the AI`}
            >
              {t`AI`}
            </span>
          )}
          {problems && (
            <span className={classes.problems} data-errors={problems.includes("error")} title={problems}>
              <IconExclamationCircle size={13} stroke={1.7} aria-hidden />
              <span aria-hidden>{item.problems.length}</span>
              <span className={classes.hidden}>{problems}</span>
            </span>
          )}
          <span title={about}>
            <Badge tone={tone}>{word}</Badge>
          </span>
        </span>
      </button>
      <div className={classes.menu}>
        <RowMenu label={t`Actions for ${item.name}`}>
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={15} stroke={1.5} />}
            onClick={() => {
              setDiscarding(true);
            }}
          >{t`Discard…`}</Menu.Item>
        </RowMenu>
      </div>
      <DiscardItem
        item={item}
        opened={discarding}
        onClose={() => {
          setDiscarding(false);
        }}
      />
    </li>
  );
}
