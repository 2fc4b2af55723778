import { plural, t } from "@lingui/core/macro";
import { Button, Checkbox, Group, Modal, Select, Stack, TextInput } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";

import { answer, api, type Schemas } from "../../api/client";
import { isRefusal, messageOf, ProblemError } from "../../api/problem";
import { DialogEnd } from "../../components/DialogEnd";
import { Loading, Trouble } from "../../shell/states";
import { useWorkbench } from "../context";
import classes from "./PublishDialog.module.css";
import { PublishRow } from "./PublishRow";
import { isSlug, obstacleOf, preselected, toggled, type Obstacle } from "./selection";

interface Props {
  opened: boolean;
  onClose: () => void;
}

/** Shows what publishing would change, and publishes what is selected. */
export function PublishDialog({ opened, onClose }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title={t`Publish`} size="xl">
      {opened && <Load onClose={onClose} />}
    </Modal>
  );
}

function Load({ onClose }: { onClose: () => void }) {
  const { composition, controller } = useWorkbench();
  const [scope, setScope] = useState<Schemas["PublishScope"]>();
  const [round, setRound] = useState(0);
  const preview = useQuery({
    queryKey: ["publish-preview", composition.id, scope ?? "", round],
    queryFn: async () => {
      await controller.save();
      return answer(
        api.GET("/compositions/{compositionId}/publish-preview", {
          params: { path: { compositionId: composition.id }, query: scope ? { scope } : {} },
        }),
      );
    },
    gcTime: 0,
    staleTime: Infinity,
  });
  if (preview.isError) {
    return (
      <Trouble
        error={preview.error}
        retry={() => {
          void preview.refetch();
        }}
      />
    );
  }
  if (!preview.data) {
    return <Loading />;
  }
  return (
    <Choose
      key={`${scope ?? ""} ${round}`}
      preview={preview.data}
      onScope={setScope}
      onAgain={() => {
        setRound(round + 1);
      }}
      onClose={onClose}
    />
  );
}

const obstacleWords: Record<Obstacle, string> = {
  nothing: t`Nothing is selected.`,
  invalid: t`A selected draft has errors. Mend them, or leave the draft out.`,
  conflict: t`Something newer was published in the meantime. Look at both sides, then say that yours is to count.`,
  "name-taken": t`Another object has the name of a selected draft. Give the draft another name.`,
};

interface ChooseProps {
  preview: Schemas["PublishPreview"];
  onScope: (scope: Schemas["PublishScope"]) => void;
  onAgain: () => void;
  onClose: () => void;
}

function Choose({ preview, onScope, onAgain, onClose }: ChooseProps) {
  const client = useQueryClient();
  const { composition, controller } = useWorkbench();
  const { items } = preview;
  const [selected, setSelected] = useState(() => preselected(items));
  const [force, setForce] = useState(false);
  const [slug, setSlug] = useState(preview.slug);
  const workflow = items.find((item) => item.type === "workflow");
  const first = workflow?.change === "create" && selected.has(workflow.itemId);
  const conflicts = items.some((item) => item.conflict && selected.has(item.itemId));
  const obstacle = obstacleOf(selected, items, force);
  const publish = useMutation({
    mutationFn: () =>
      answer(
        api.POST("/compositions/{compositionId}/publish", {
          params: { path: { compositionId: composition.id } },
          body: {
            items: [...selected],
            force,
            scope: preview.scope,
            ...(first ? { slug: slug.trim() } : {}),
          },
        }),
      ),
    onSuccess: () => {
      controller.refresh();
      for (const key of ["workflows", "action-types", "tools", "compositions"]) {
        void client.invalidateQueries({ queryKey: [key] });
      }
    },
  });
  if (publish.data) {
    return <Published result={publish.data} onClose={onClose} />;
  }
  const changed = items.filter((item) => item.change !== "unchanged");
  return (
    <Stack gap="md">
      {changed.length === 0 ? (
        <p>{t`Everything is published as it is here.`}</p>
      ) : (
        <ul className={classes.items} aria-label={t`Drafts`}>
          {changed.map((item) => (
            <PublishRow
              key={item.itemId}
              item={item}
              selected={selected.has(item.itemId)}
              onToggle={() => {
                setSelected(toggled(selected, item.itemId, items));
              }}
            />
          ))}
        </ul>
      )}
      {workflow?.change === "create" && (
        <div className={classes.first}>
          <Select
            label={t`For whom`}
            data={preview.scopes.map((scope) => ({
              value: scope,
              label: scope === "team" ? t`The team of this composition` : t`Everybody`,
            }))}
            value={preview.scope}
            allowDeselect={false}
            onChange={(scope) => {
              if (scope) {
                onScope(scope);
              }
            }}
          />
          <TextInput
            label={t`Address`}
            description={t`A short name in lower case. It stays.`}
            value={slug}
            error={isSlug(slug.trim()) ? undefined : t`Lower-case letters, digits and single hyphens, at most 64`}
            onChange={(event) => {
              setSlug(event.currentTarget.value);
            }}
          />
        </div>
      )}
      {conflicts && (
        <Checkbox
          label={t`Overwrite what others published since`}
          checked={force}
          onChange={(event) => {
            setForce(event.currentTarget.checked);
          }}
        />
      )}
      <DialogEnd
        before={
          <>
            {publish.isError && <Refusal error={publish.error} onAgain={onAgain} />}
            {obstacle && changed.length > 0 && <p className={classes.obstacle}>{obstacleWords[obstacle]}</p>}
          </>
        }
      >
        <Button variant="default" onClick={onClose}>
          {changed.length === 0 ? t`Close` : t`Cancel`}
        </Button>
        {changed.length > 0 && (
          <Button
            data-autofocus
            disabled={obstacle !== undefined || (first && !isSlug(slug.trim()))}
            loading={publish.isPending}
            onClick={() => {
              publish.mutate();
            }}
          >{t`Publish ${plural(selected.size, { one: "# change", other: "# changes" })}`}</Button>
        )}
      </DialogEnd>
    </Stack>
  );
}

function Refusal({ error, onAgain }: { error: Error; onAgain: () => void }) {
  if (isRefusal(error, "changed-outside") && !error.message.includes(t`by force either`)) {
    return (
      <div role="alert" className={classes.refusal}>
        <p>{t`Something newer was published in the meantime, so nothing was published. Look at both sides before you overwrite it.`}</p>
        <Button variant="default" size="compact-xs" onClick={onAgain}>{t`Look at both sides`}</Button>
      </div>
    );
  }
  const problems = error instanceof ProblemError ? (error.problem.problems ?? []) : [];
  const message = messageOf(error);
  return (
    <div role="alert" className={classes.refusal}>
      <p>{message}</p>
      {!/nothing was published/i.test(message) && <p>{t`Nothing was published.`}</p>}
      <ul>
        {problems.map((problem) => (
          <li key={`${problem.item ?? ""} ${problem.message}`}>
            {problem.item ? `${problem.item}: ` : ""}
            {problem.message}
          </li>
        ))}
      </ul>
      <Button variant="default" size="compact-xs" onClick={onAgain}>{t`Look again`}</Button>
    </div>
  );
}

function Published({ result, onClose }: { result: Schemas["PublishResult"]; onClose: () => void }) {
  return (
    <div className={classes.done} role="status">
      <IconCircleCheck size={34} stroke={1.4} aria-hidden />
      <p>
        <strong>{t`${plural(result.items.length, { one: "# change", other: "# changes" })} published.`}</strong>{" "}
        {result.workflow
          ? t`New runs take this version; runs that are on their way keep theirs.`
          : t`Workflows take them with their next version.`}
      </p>
      <Group gap="sm" justify="center">
        <Button variant="default" onClick={onClose}>{t`Go on composing`}</Button>
        {result.workflow && (
          <Button
            component={Link}
            to={`/workflows/${result.workflow.id}`}
            data-autofocus
          >{t`Start the workflow`}</Button>
        )}
      </Group>
    </div>
  );
}
