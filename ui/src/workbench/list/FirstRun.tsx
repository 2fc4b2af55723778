import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { IconArrowRight, IconPlugConnected } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "react-router";

import { messageOf } from "../../api/problem";
import { useSend } from "../../lib/useSend";
import { Logo } from "../../shell/Logo";
import { enginesQuery } from "../../api/queries/engines";
import classes from "./FirstRun.module.css";
import { onlyScripted } from "./engines";
import { goals, startGoal } from "./goals";

/** What an installation without compositions shows: three goals that lead to a running workflow. */
export function FirstRun({ onNew, onAttach }: { onNew: () => void; onAttach: () => void }) {
  const navigate = useNavigate();
  const engines = useQuery(enginesQuery()).data ?? [];
  const demo = engines.find((engine) => engine.scripted);
  const start = useSend({
    mutationFn: startGoal,
    onSuccess: (id) => navigate(`/workbench/${id}`),
  });
  return (
    <div className={classes.page}>
      <Logo size={40} />
      <h1 className={classes.title}>{t`What should get done?`}</h1>
      <p
        className={classes.lead}
      >{t`State a goal. An agent drafts the workflow with you, step by step; nothing runs before you publish it.`}</p>
      <ul className={classes.goals} aria-label={t`Goals to begin with`}>
        {goals.map((goal) => (
          <li key={goal.name}>
            <button
              type="button"
              className={classes.goal}
              disabled={start.isPending}
              data-busy={start.isPending && start.variables.goal === goal}
              onClick={() => {
                start.mutate({ goal, engine: demo?.name });
              }}
            >
              <span className={classes.name}>
                {goal.name} <IconArrowRight size={16} stroke={1.5} aria-hidden />
              </span>
              <span className={classes.about}>{goal.about}</span>
            </button>
          </li>
        ))}
      </ul>
      <div role="status" className={classes.status}>
        {start.isPending ? t`Making the composition and telling the agent…` : ""}
      </div>
      {start.isError && (
        <p role="alert" className={classes.error}>
          {messageOf(start.error)}
        </p>
      )}
      <p className={classes.note}>
        <Trans>
          These are played by the <strong>{demo?.label ?? "demo agent"}</strong>: it needs no key and knows these three
          goals by heart.
        </Trans>{" "}
        {onlyScripted(engines) ? (
          <Trans>
            For goals of your own, <Link to="/settings/providers/new">add a provider</Link> of a real AI, or connect a
            coding agent that you use already.
          </Trans>
        ) : (
          t`For goals of your own, begin a composition with another agent, or connect a coding agent that you use already.`
        )}
      </p>
      <div className={classes.actions}>
        <Button
          variant="default"
          leftSection={<IconPlugConnected size={15} stroke={1.5} />}
          onClick={onAttach}
        >{t`Use an agent of your own`}</Button>
        <Button variant="subtle" color="gray" onClick={onNew}>
          {onlyScripted(engines) ? t`Start with an empty workflow` : t`State a goal of my own`}
        </Button>
      </div>
    </div>
  );
}
