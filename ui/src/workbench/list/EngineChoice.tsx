import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Autocomplete, Select } from "@mantine/core";
import { Link } from "react-router";

import { onlyScripted, preferred, type Engine } from "./engines";
import classes from "./NewComposition.module.css";

export interface Chosen {
  engine?: string;
  model?: string;
}

interface EngineChoiceProps {
  engines: readonly Engine[];
  chosen: Chosen;
  onChange: (chosen: Chosen) => void;
}

/** The engine that was chosen, or the one that there is without a choice. */
export const engineOf = (engines: readonly Engine[], { engine }: Chosen): Engine | undefined =>
  engines.find(({ name }) => name === engine) ?? preferred(engines);

/** The model that was chosen, or the one that is shown without a choice; none where the engine takes its own. */
export const modelOf = ({ anyModel, models }: Engine, { model }: Chosen): string =>
  model ?? (anyModel ? "" : (models[0]?.name ?? ""));

/** Chooses who composes, and with which model. */
export function EngineChoice({ engines, chosen, onChange }: EngineChoiceProps) {
  const engine = engineOf(engines, chosen);
  if (engine === undefined) {
    return null;
  }
  return (
    <>
      {engines.length > 1 ? (
        <Select
          label={t`Agent`}
          description={engine.description}
          allowDeselect={false}
          data={engines.map(({ name, label }) => ({ value: name, label }))}
          value={engine.name}
          onChange={(name) => {
            onChange(name === null ? {} : { engine: name });
          }}
        />
      ) : (
        <p className={classes.note}>
          <Trans>
            The agent is the <strong>{engine.label}</strong>. {engine.description}
          </Trans>
        </p>
      )}
      <Model key={engine.name} engine={engine} chosen={chosen} onChange={onChange} />
      {onlyScripted(engines) && <AddProvider />}
    </>
  );
}

function Model({ engine, chosen, onChange }: { engine: Engine; chosen: Chosen; onChange: (chosen: Chosen) => void }) {
  const { models, anyModel, name } = engine;
  const choose = (model: string | null) => {
    onChange({ engine: name, ...(model ? { model } : {}) });
  };
  const [first] = models;
  if (anyModel) {
    return (
      <Autocomplete
        size="xs"
        label={t`Model`}
        description={t`One of the list, or any other name that the agent knows. Left empty, it takes its own.`}
        placeholder={first?.label ?? ""}
        data={models.map((model) => model.name)}
        value={chosen.model ?? ""}
        maxLength={200}
        onChange={choose}
      />
    );
  }
  return first ? (
    <Select
      label={t`Model`}
      description={t`It is asked in every turn, until another is chosen.`}
      allowDeselect={false}
      searchable={models.length > 8}
      nothingFoundMessage={t`No model has this name`}
      data={models.map((model) => ({ value: model.name, label: model.label }))}
      value={chosen.model ?? first.name}
      onChange={choose}
    />
  ) : null;
}

/** The way to an AI, where there is none yet. */
export function AddProvider() {
  return (
    <p className={classes.note}>
      <Trans>
        To work with a real AI, <Link to="/settings/providers/new">add a provider</Link>: a company with your key, or a
        model on this machine.
      </Trans>
    </p>
  );
}
