import { t } from "@lingui/core/macro";
import { Button, Tooltip } from "@mantine/core";
import { IconPlugConnected } from "@tabler/icons-react";
import { useState } from "react";

import { useTestProvider, type ProviderTestResult } from "../api/queries/providers";
import { Notice, Refused } from "../components/Notice";
import { duration } from "../lib/format";
import { count, dollars } from "../lib/time";
import { SecretDialog } from "../secrets/SecretDialog";
import classes from "./Models.module.css";
import { sentence } from "../objects/problems";

interface ModelTestProps {
  objectId: string;
  model: string;
  /** The form holds something else than what is saved, which is what a test asks. */
  changed: boolean;
  secret: string;
  teamId: string | undefined;
}

/** Asks a model for a word: whether address, key and name are right, and what that cost. */
export function ModelTest({ objectId, model, changed, secret, teamId }: ModelTestProps) {
  const test = useTestProvider(objectId);
  const [setting, setSetting] = useState(false);
  const run = () => {
    test.mutate(model);
  };
  const result = changed ? undefined : test.data;
  const wantsKey = secret !== "" && (result?.code === "wrong-key" || result?.code === "secret-missing");
  return (
    <>
      <Tooltip label={changed ? t`Save first: what is saved is tested.` : t`Asks the model for one word.`}>
        <Button
          className={classes.test ?? ""}
          variant="default"
          leftSection={<IconPlugConnected size={15} stroke={1.5} />}
          data-disabled={changed}
          aria-disabled={changed}
          loading={test.isPending}
          onClick={() => {
            if (!changed) {
              run();
            }
          }}
        >{t`Test`}</Button>
      </Tooltip>
      <div className={classes.result} aria-live="polite">
        {test.error && <Refused what={t`It was not tested`} error={test.error} />}
        {result && <Result result={result} />}
        {wantsKey && (
          <Button
            variant="default"
            onClick={() => {
              setSetting(true);
            }}
          >{t`Set the key…`}</Button>
        )}
      </div>
      <SecretDialog
        opened={setting}
        name={secret}
        teamId={teamId}
        onClose={() => {
          setSetting(false);
        }}
        onSet={run}
      />
    </>
  );
}

const troubles: Record<string, string> = {
  "wrong-key": t`The key is not taken`,
  "secret-missing": t`The key is not set`,
  "unknown-model": t`The model is not known there`,
  "too-long": t`The model has too little room`,
  "llm-refused": t`The provider refused`,
  "llm-not-an-api": t`The address leads to something else`,
  "rate-limited": t`The provider takes no more requests at the moment`,
  overloaded: t`The provider is overloaded`,
  "llm-unreachable": t`Nothing answers at the address`,
  cut: t`The answer broke off`,
  garbled: t`The answer could not be read`,
};

function Result({ result }: { result: ProviderTestResult }) {
  if (!result.ok) {
    return (
      <Notice tone="bad" title={troubles[result.code ?? ""] ?? t`It does not work yet`}>
        <span>{sentence(result.message)}</span>
      </Notice>
    );
  }
  const { costUSD, durationMs, inputTokens = 0, outputTokens = 0 } = result;
  const facts = [
    duration(durationMs),
    t`${count(inputTokens + outputTokens)} tokens`,
    ...(costUSD === undefined ? [] : [dollars(costUSD)]),
  ];
  return (
    <Notice tone="ok" title={t`It works`}>
      <span>{t`The model said “${result.message}”.`}</span>
      <span className={classes.cost}>{facts.join(" · ")}</span>
    </Notice>
  );
}
