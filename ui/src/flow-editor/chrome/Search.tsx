import { t } from "@lingui/core/macro";
import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useMemo, useState } from "react";

import { TypeIcon } from "../canvas/typeIcons";
import { searchNodes } from "../model/search";
import { nodeLine } from "../model/words";
import { useFlow, useStore } from "../useFlow";
import classes from "./chrome.module.css";

/** Finds steps by name, id, type or what they say. */
export function Search({ close }: { close: () => void }) {
  const store = useStore();
  const document = useFlow((state) => state.document);
  const [words, setWords] = useState("");
  const [at, setAt] = useState(0);
  const found = useMemo(() => searchNodes(document, words), [document, words]);
  const choose = (index: number) => {
    const node = found[index];
    if (node) {
      store.reveal({ nodeId: node.id });
      close();
    }
  };
  return (
    <div className={classes.search} role="search">
      <TextInput
        autoFocus
        aria-label={t`Find a step`}
        placeholder={t`Find a step`}
        leftSection={<IconSearch size={14} stroke={1.5} />}
        value={words}
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls="flow-search-results"
        aria-activedescendant={found.length > 0 ? `flow-search-${at}` : undefined}
        onChange={(event) => {
          setWords(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown" || event.key === "ArrowUp") {
            event.preventDefault();
            const step = event.key === "ArrowDown" ? 1 : -1;
            setAt((at + step + found.length) % Math.max(found.length, 1));
          } else if (event.key === "Enter") {
            choose(at);
          } else if (event.key === "Escape") {
            event.stopPropagation();
            close();
          }
        }}
        onBlur={(event) => {
          if (!event.currentTarget.closest('[role="search"]')?.contains(event.relatedTarget)) {
            close();
          }
        }}
      />
      <ul className={classes.results} id="flow-search-results" role="listbox" aria-label={t`Steps found`}>
        {found.map((node, i) => (
          <li
            key={node.id}
            id={`flow-search-${i}`}
            role="option"
            aria-selected={i === at}
            className={classes.result}
            onMouseDown={(event) => {
              event.preventDefault();
              choose(i);
            }}
          >
            <TypeIcon type={node.type} size={13} />
            {node.title}
            <span>{nodeLine(node).word}</span>
          </li>
        ))}
      </ul>
      {words !== "" && found.length === 0 && <p className={classes.none}>{t`No step has these words.`}</p>}
    </div>
  );
}
