import { t } from "@lingui/core/macro";
import { Select, TextInput } from "@mantine/core";

import { textOf, type JSONObject } from "../lib/json";
import { withMember } from "../lib/rawJson";
import type { ObjectFormProps } from "../objects/objectForms";
import classes from "../objects/objectForms.module.css";
import { toldOf } from "../objects/problems";
import { SecretSelect } from "../secrets/SecretSelect";
import { Models } from "./Models";
import { modelsOf } from "./models";
import { serviceOf, services } from "./services";

/** The form of a provider of language models. */
export function ProviderForm({ text, onChange, readOnly = false, problems = [], teamId, saved }: ObjectFormProps) {
  const provider = JSON.parse(text) as JSONObject;
  const told = toldOf(problems);
  const service = serviceOf(textOf(provider.kind), textOf(provider.baseUrl));
  const secret = textOf(provider.secret);
  const set = (key: string, value: unknown, origin: string) => {
    onChange(withMember(text, key, value === "" ? undefined : value), origin);
  };
  const choose = (value: string | null) => {
    const chosen = services.find((one) => one.value === value);
    if (chosen) {
      onChange(withMember(withMember(text, "kind", chosen.kind), "baseUrl", chosen.baseUrl), t`Changed the service`);
    }
  };
  return (
    <div className={classes.form} data-in-page>
      <div className={classes.pair}>
        <TextInput
          label={t`Name`}
          description={t`What comes before the model's name where one is chosen.`}
          placeholder={service?.value ?? ""}
          error={told("name")}
          data-place="name"
          value={textOf(provider.name)}
          readOnly={readOnly}
          onChange={(event) => {
            onChange(withMember(text, "name", event.currentTarget.value), t`Renamed`);
          }}
        />
        <Select
          label={t`Service`}
          description={t`What speaks at the address.`}
          error={told("kind")}
          data-place="kind"
          data={services.map(({ value, label }) => ({ value, label }))}
          value={service?.value ?? null}
          allowDeselect={false}
          readOnly={readOnly}
          onChange={choose}
        />
      </div>
      {service?.asks && (
        <TextInput
          label={t`Address`}
          description={
            service.kind === "openai"
              ? t`With the version at its end, which most often is /v1.`
              : t`Without a version at its end.`
          }
          error={told("baseUrl")}
          data-place="baseUrl"
          value={textOf(provider.baseUrl)}
          readOnly={readOnly}
          onChange={(event) => {
            // An empty address would be that of the company.
            set("baseUrl", event.currentTarget.value || "https://", t`Changed the address`);
          }}
        />
      )}
      <SecretSelect
        label={t`Key`}
        description={
          service?.secret === ""
            ? t`Ollama needs none.`
            : t`The secret that holds it. The key itself is in no form and no export.`
        }
        suggestion={service === undefined || service.secret === "" ? "MODEL_KEY" : service.secret}
        value={secret}
        teamId={teamId}
        error={told("secret")}
        readOnly={readOnly}
        onChange={(next) => {
          set("secret", next, t`Changed the key`);
        }}
      />
      <Models
        models={modelsOf(provider)}
        example={service?.model ?? ""}
        secret={secret}
        teamId={teamId}
        told={told}
        readOnly={readOnly}
        saved={saved}
        onChange={(models, origin) => {
          set("models", models, origin);
        }}
      />
    </div>
  );
}
