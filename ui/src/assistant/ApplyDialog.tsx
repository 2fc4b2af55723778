import { plural, t } from "@lingui/core/macro";
import { Button, Checkbox, Modal, Stack } from "@mantine/core";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { isRefusal } from "../api/problem";
import { applyItems, itemsQuery } from "../api/queries/configItems";
import type { PlannedItem } from "../api/queries/packs";
import { interruptSession } from "../api/queries/sessions";
import { DialogEnd } from "../components/DialogEnd";
import { Notice, Refused } from "../components/Notice";
import { useSend } from "../lib/useSend";
import { verdictOf } from "../packs/plan";
import { Applied } from "./Applied";
import { hindrance, rowsOf, unsavedWords } from "./applying";
import { ApplyTable } from "./ApplyTable";
import { useAssistant, useHeldBack } from "./context";
import { isUnapplied } from "./itemState";

/** Writes drafts to the catalog, after showing what that would do. */
export function ApplyDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [done, setDone] = useState<PlannedItem[]>();
  const close = () => {
    onClose();
    setDone(undefined);
  };
  return (
    <Modal opened={opened} onClose={close} title={done ? t`Applied` : t`Apply drafts to the catalog`} size="xl">
      {opened && (done ? <Applied plan={done} onClose={close} /> : <ApplyForm onDone={setDone} onClose={close} />)}
    </Modal>
  );
}

const nothing: PlannedItem[] = [];

/** What applying the chosen drafts would do, asked anew whenever one of them or the choice is another. */
function usePlan(chosen: readonly string[]) {
  const { session, items, work } = useAssistant();
  const revisions = items.map(({ contentRevision, baseRevision }) => `${contentRevision} ${baseRevision ?? ""}`);
  return useQuery({
    queryKey: ["config-plan", session.id, chosen, revisions],
    queryFn: async () => {
      await work.save();
      return (await applyItems(session.id, { items: [...chosen], dryRun: true, force: false })).items;
    },
    enabled: chosen.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

function ApplyForm({ onDone, onClose }: { onDone: (plan: PlannedItem[]) => void; onClose: () => void }) {
  const client = useQueryClient();
  const { session, busy, items, work } = useAssistant();
  const [chosen, setChosen] = useState(() => items.filter(isUnapplied).map(({ path }) => path));
  const [force, setForce] = useState(false);
  const present = chosen.filter((path) => items.some((item) => item.path === path));
  const query = usePlan(present);
  const plan = present.length > 0 && !query.error ? (query.data ?? nothing) : nothing;
  const verdict = verdictOf(plan);
  const heldBack = useHeldBack();
  const unsaved = present.some((path) => heldBack.includes(path));
  const why =
    present.length > 0 && !query.isPending && !query.error ? hindrance(plan, { force, busy, unsaved }) : undefined;
  const apply = useSend({
    mutationFn: async () => {
      await work.save();
      if (work.heldBack().some((path) => present.includes(path))) {
        throw new Error(unsavedWords);
      }
      return (await applyItems(session.id, { items: present, dryRun: false, force })).items;
    },
    onSuccess: (made) => {
      onDone(made);
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: itemsQuery(session.id).queryKey });
      void client.invalidateQueries({ queryKey: ["config-plan", session.id] });
      for (const list of ["workflows", "workflow", "catalog", "catalogued"]) {
        void client.invalidateQueries({ queryKey: [list] });
      }
    },
  });
  return (
    <Stack gap="md">
      <ApplyTable
        rows={rowsOf(items, plan)}
        unsaved={heldBack}
        chosen={present}
        onChoose={(paths) => {
          apply.reset();
          setChosen(paths);
        }}
      />
      {verdict.conflicts > 0 && (
        <Checkbox
          label={t`Overwrite what others changed since the drafts were begun`}
          checked={force}
          onChange={(event) => {
            setForce(event.currentTarget.checked);
          }}
        />
      )}
      {why !== undefined && (
        <Notice tone={busy || unsaved || verdict.broken > 0 || verdict.conflicts > 0 ? "warn" : "plain"} title={why}>
          {busy && <Interrupt />}
        </Notice>
      )}
      <DialogEnd
        notice={
          <>
            {query.error && present.length > 0 && (
              <Refused what={t`This can't be applied as it is`} error={query.error} />
            )}
            {apply.error && !isRefusal(apply.error, "changed-outside") && (
              <Refused what={t`Nothing was applied`} error={apply.error} />
            )}
            {isRefusal(apply.error, "changed-outside") && (
              <Notice tone="bad" title={t`Nothing was applied`}>
                {t`Others changed the catalog just now. Look at both sides above, and decide.`}
              </Notice>
            )}
            <span role="status">
              {present.length === 0 ? t`Nothing is chosen` : plan.length > 0 && verdict.summary}
            </span>
          </>
        }
      >
        <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
        <Button
          disabled={plan.length === 0 || query.isFetching || why !== undefined}
          loading={apply.isPending}
          onClick={() => {
            apply.mutate();
          }}
        >
          {verdict.changes > 0
            ? plural(verdict.changes, { one: "Apply # change", other: "Apply # changes" })
            : t`Apply`}
        </Button>
      </DialogEnd>
    </Stack>
  );
}

function Interrupt() {
  const client = useQueryClient();
  const { session } = useAssistant();
  const interrupt = useSend({
    mutationFn: () => interruptSession(session.id),
    onSettled: () => client.invalidateQueries({ queryKey: ["session", session.id] }),
  });
  return (
    <Button
      variant="default"
      size="compact-xs"
      loading={interrupt.isPending}
      onClick={() => {
        interrupt.mutate();
      }}
    >{t`Interrupt`}</Button>
  );
}
