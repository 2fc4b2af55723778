import { t } from "@lingui/core/macro";
import { Button, Menu, TextInput } from "@mantine/core";
import { IconArrowBarToUp, IconPlus, IconTrash } from "@tabler/icons-react";

import { Badge } from "../components/Badge";
import { RowMenu } from "../components/RowMenu";
import { textOf } from "../lib/json";
import type { Told } from "../objects/problems";
import { Amount } from "./Amount";
import classes from "./Models.module.css";
import {
  modelName,
  priceNames,
  priceOf,
  withFirst,
  withLabel,
  withMember,
  withPrice,
  type Model,
  type PriceName,
} from "./models";
import { ModelTest } from "./ModelTest";

const priceWords: Record<PriceName, string> = {
  input: t`Input`,
  output: t`Output`,
  cacheRead: t`Cache read`,
  cacheWrite: t`Cache write`,
};

interface ModelsProps {
  models: Model[];
  /** A name that a model may have. */
  example: string;
  secret: string;
  teamId: string | undefined;
  told: Told;
  readOnly: boolean;
  saved: { id: string; changed: boolean } | undefined;
  onChange: (models: Model[], origin: string) => void;
}

/** The models of a provider and what they cost; each can be tried once it is saved. */
export function Models({ models, example, secret, teamId, told, readOnly, saved, onChange }: ModelsProps) {
  const change = (index: number, model: Model, origin: string) => {
    onChange(
      models.map((one, at) => (at === index ? model : one)),
      origin,
    );
  };
  return (
    <fieldset className={classes.models} data-place="models">
      <legend>{t`Models`}</legend>
      <p>{t`As the provider names them; the first is the default. Prices are in US dollars for a million tokens: edit them when the provider changes its own. Without them, no costs are told. Room is how much of a conversation the model takes in at once.`}</p>
      {told("models") && models.length === 0 && (
        <p className={classes.error} role="status">
          {told("models")}
        </p>
      )}
      {models.map((model, index) => (
        <div key={index} className={classes.model} role="group" aria-label={modelName(model) || t`Model ${index + 1}`}>
          <div className={classes.names} data-place={`models[${index}].name`}>
            <TextInput
              label={t`Model`}
              placeholder={example}
              error={told(`models[${index}].name`)}
              value={modelName(model)}
              readOnly={readOnly}
              onChange={(event) => {
                change(index, { ...model, name: event.currentTarget.value }, t`Renamed a model`);
              }}
            />
            <TextInput
              label={t`Label`}
              placeholder={t`What people read`}
              value={textOf(model.label)}
              readOnly={readOnly}
              onChange={(event) => {
                change(index, withLabel(model, event.currentTarget.value), t`Changed a label`);
              }}
            />
            <span className={classes.actions}>
              {index === 0 && <Badge>{t`Default`}</Badge>}
              {!readOnly && (
                <RowMenu label={t`More to do with ${modelName(model) || t`model ${index + 1}`}`}>
                  <Menu.Item
                    leftSection={<IconArrowBarToUp size={15} stroke={1.5} />}
                    disabled={index === 0}
                    onClick={() => {
                      onChange(withFirst(models, index), t`Changed the default`);
                    }}
                  >{t`Make it the default`}</Menu.Item>
                  <Menu.Item
                    color="red"
                    leftSection={<IconTrash size={15} stroke={1.5} />}
                    onClick={() => {
                      onChange(
                        models.filter((_, at) => at !== index),
                        t`Removed a model`,
                      );
                    }}
                  >{t`Remove`}</Menu.Item>
                </RowMenu>
              )}
            </span>
          </div>
          <div className={classes.prices} role="group" aria-label={t`Prices`}>
            {priceNames.map((name) => (
              <Amount
                key={name}
                label={priceWords[name]}
                unit={{ before: "$" }}
                wrong={t`A price is 0 or more, such as 2.50.`}
                placeholder={name === "input" || name === "output" ? "" : t`as input`}
                error={told(`models[${index}].prices.${name}`)}
                place={`models[${index}].prices.${name}`}
                value={priceOf(model, name)}
                readOnly={readOnly}
                onChange={(price) => {
                  change(index, withPrice(model, name, price), t`Changed a price`);
                }}
              />
            ))}
            <Amount
              whole
              label={t`Room`}
              unit={{ after: t`tokens` }}
              wrong={t`Room is a whole number of tokens, such as 128,000.`}
              placeholder={t`about 128,000`}
              error={told(`models[${index}].context`)}
              place={`models[${index}].context`}
              value={model.context}
              readOnly={readOnly}
              onChange={(room) => {
                change(index, withMember(model, "context", room), t`Changed a model's room`);
              }}
            />
            {saved && !readOnly && (
              <ModelTest
                key={`${saved.id} ${modelName(model)}`}
                objectId={saved.id}
                model={modelName(model)}
                changed={saved.changed}
                secret={secret}
                teamId={teamId}
              />
            )}
          </div>
        </div>
      ))}
      {!readOnly && (
        <Button
          variant="subtle"
          size="compact-xs"
          leftSection={<IconPlus size={14} stroke={1.5} />}
          onClick={() => {
            onChange([...models, { name: "" }], t`Added a model`);
          }}
        >{t`Add a model`}</Button>
      )}
    </fieldset>
  );
}
