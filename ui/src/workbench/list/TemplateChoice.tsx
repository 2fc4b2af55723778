import { t } from "@lingui/core/macro";
import { Select } from "@mantine/core";

import { useCatalog } from "../../api/queries/catalog";
import { nameOf } from "../../catalog/content";
import type { Chosen } from "./EngineChoice";
import { listOf, textOf } from "../../lib/json";

interface TemplateChoiceProps {
  teamId: string | undefined;
  /** The id of a template; absent for the usual one. */
  value: string | undefined;
  /** Is told the agent that the template asks for, too. */
  onChange: (templateId: string | undefined, agent: Chosen) => void;
}

const usual = "workbench";

/** Chooses what the agent is told and which tools it has, of the templates that can compose. */
export function TemplateChoice({ teamId, value, onChange }: TemplateChoiceProps) {
  const templates = (useCatalog("session-template").data?.items ?? []).filter(
    ({ content, teamId: of }) =>
      listOf(content.capabilities).includes("composition") && (of === undefined || of === teamId),
  );
  const chosen = templates.find(({ id }) => id === (value ?? usual));
  return (
    <Select
      label={t`Session template`}
      description={textOf(chosen?.content.description) || t`What the agent is told, and which tools it has.`}
      allowDeselect={false}
      data={templates.map((template) => ({ value: template.id, label: nameOf(template) }))}
      value={value ?? usual}
      onChange={(id) => {
        const content = templates.find((template) => template.id === id)?.content ?? {};
        const [engine, model] = [textOf(content.engine), textOf(content.model)];
        onChange(id === null || id === usual ? undefined : id, {
          ...(engine === "" ? {} : { engine }),
          ...(model === "" ? {} : { model }),
        });
      }}
    />
  );
}
