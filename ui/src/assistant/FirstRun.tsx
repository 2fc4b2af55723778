import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { IconArrowRight } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "react-router";

import { idempotencyKey } from "../api/client";
import { messageOf } from "../api/problem";
import { enginesQuery } from "../api/queries/engines";
import { given } from "../api/queries/pages";
import { createSession, sendMessage } from "../api/queries/sessions";
import { useSend } from "../lib/useSend";
import { Logo } from "../shell/Logo";
import { onlyScripted } from "../workbench/list/engines";
import classes from "../workbench/list/FirstRun.module.css";
import { requests, type Request } from "./requests";
import { draftsConfiguration, useSessionTemplates } from "./templates";

/** What the assistant is for, with three requests to begin with. */
export function FirstRun({ onNew }: { onNew: () => void }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const engines = useQuery(enginesQuery()).data ?? [];
  const demo = engines.find((engine) => engine.scripted);
  const template = useSessionTemplates(undefined).find(draftsConfiguration);
  const start = useSend({
    mutationFn: async ({ name, message }: Request) => {
      const key = idempotencyKey();
      const { id } = await createSession(given({ templateId: template?.id, name, engine: demo?.name }), key);
      await sendMessage(id, message, `${key}-message`);
      return id;
    },
    onSuccess: (id) => {
      void client.invalidateQueries({ queryKey: ["sessions"] });
      return navigate(`/assistant/${id}`);
    },
  });
  return (
    <div className={classes.page}>
      <Logo size={40} />
      <h1 className={classes.title}>{t`What should be set up?`}</h1>
      <p
        className={classes.lead}
      >{t`Say it in your words. The assistant writes drafts of action types, tools, workflows and session templates, and checks them; you look them over and apply what you want. Nothing is in the catalog before.`}</p>
      <ul className={classes.goals} aria-label={t`Requests to begin with`}>
        {requests.map((request) => (
          <li key={request.name}>
            <button
              type="button"
              className={classes.goal}
              disabled={start.isPending || !template}
              data-busy={start.isPending && start.variables === request}
              onClick={() => {
                start.mutate(request);
              }}
            >
              <span className={classes.name}>
                {request.name} <IconArrowRight size={16} stroke={1.5} aria-hidden />
              </span>
              <span className={classes.about}>{request.about}</span>
            </button>
          </li>
        ))}
      </ul>
      <div role="status" className={classes.status}>
        {start.isPending ? t`Making the session and telling the agent…` : ""}
      </div>
      {start.isError && (
        <p role="alert" className={classes.error}>
          {messageOf(start.error)}
        </p>
      )}
      <p className={classes.note}>
        <Trans>
          These are played by the <strong>{demo?.label ?? "demo agent"}</strong>: it needs no key and knows these three
          requests by heart.
        </Trans>{" "}
        {onlyScripted(engines) ? (
          <Trans>
            For requests of your own, <Link to="/settings/providers/new">add a provider</Link> of a real AI.
          </Trans>
        ) : (
          t`For requests of your own, begin a session with another agent.`
        )}
      </p>
      <div className={classes.actions}>
        <Button variant="default" onClick={onNew}>{t`New session`}</Button>
      </div>
    </div>
  );
}
