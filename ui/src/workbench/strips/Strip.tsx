import { t } from "@lingui/core/macro";
import { ActionIcon, Tooltip } from "@mantine/core";
import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";

import { useWorkbench } from "../context";
import { conversationQuery } from "../queries";
import { triedByAi } from "../tests/evaluations";
import { Problems } from "./Problems";
import type { ListedProblem } from "./problems";
import classes from "./Strip.module.css";
import { TestOutput } from "./TestOutput";

export type StripView = "problems" | "tests";

interface Props {
  problems: ListedProblem[];
  view: StripView;
  onView: (view: StripView) => void;
  opened: boolean;
  onToggle: () => void;
}

/** The strip below the editor: what is wrong, and what tests wrote. */
export function Strip({ problems, view, onView, opened, onToggle }: Props) {
  const { composition, tests, tried } = useWorkbench();
  const runs = useSyncExternalStore(tests.subscribe, tests.get);
  const mine = useSyncExternalStore(tried.subscribe, tried.get);
  const events = useQuery(conversationQuery(composition.sessionId)).data;
  const expressions = useMemo(() => [...mine, ...triedByAi(events ?? [])], [mine, events]);
  const errors = problems.filter(({ problem }) => problem.severity === "error").length;
  const level = errors > 0 ? "errors" : problems.length > 0 ? "warnings" : "none";
  const turn = (event: React.KeyboardEvent<HTMLElement>) => {
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      event.preventDefault();
      const other = view === "problems" ? "tests" : "problems";
      onView(other);
      event.currentTarget.querySelector<HTMLElement>(`#strip-tab-${other}`)?.focus();
    }
  };
  const tab = (name: StripView, label: string, count: number, kind: string) => (
    <button
      type="button"
      role="tab"
      id={`strip-tab-${name}`}
      aria-selected={opened && view === name}
      aria-controls={opened ? "strip-panel" : undefined}
      tabIndex={view === name ? 0 : -1}
      className={classes.tab}
      onClick={() => {
        if (!opened || view === name) {
          onToggle();
        }
        onView(name);
      }}
    >
      {label}
      {count > 0 && (
        <span className={classes.count} data-level={kind}>
          {count}
        </span>
      )}
    </button>
  );
  return (
    <section className={classes.strip} data-pane aria-label={t`Problems and test output`}>
      <header className={classes.head}>
        <div role="tablist" aria-label={t`Below the editor`} onKeyDown={turn}>
          {tab("problems", t`Problems`, problems.length, level)}
          {tab("tests", t`Test output`, runs.length + expressions.length, "none")}
        </div>
        <Tooltip label={opened ? t`Close` : t`Open`}>
          <ActionIcon size="sm" aria-label={opened ? t`Close the strip` : t`Open the strip`} onClick={onToggle}>
            {opened ? <IconChevronDown size={15} stroke={1.5} /> : <IconChevronUp size={15} stroke={1.5} />}
          </ActionIcon>
        </Tooltip>
      </header>
      {opened && (
        <div
          id="strip-panel"
          role="tabpanel"
          aria-labelledby={`strip-tab-${view}`}
          tabIndex={0}
          className={classes.body}
        >
          {view === "problems" ? <Problems problems={problems} /> : <TestOutput runs={runs} tried={expressions} />}
        </div>
      )}
    </section>
  );
}
