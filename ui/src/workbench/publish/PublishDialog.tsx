import { plural, t } from "@lingui/core/macro";
import { Button, Checkbox, Modal, Select, Stack, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { answer, api, type Schemas } from "../../api/client";
import { DialogEnd } from "../../components/DialogEnd";
import { useSend } from "../../lib/useSend";
import { Loading, Trouble } from "../../shell/states";
import { useWorkbench } from "../context";
import classes from "./PublishDialog.module.css";
import { Published } from "./Published";
import { PublishRow } from "./PublishRow";
import { Refusal } from "./Refusal";
import { obstacleOf, preselected, reasonFor, toggled, type Obstacle } from "./selection";
import { slugProblem, slugRefusal } from "./slug";

interface Props {
  opened: boolean;
  onClose: () => void;
}

/** Shows what publishing would change, and publishes what is selected. */
export function PublishDialog({ opened, onClose }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title={t`Publish`} size={960}>
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
  const wrongSlug = first ? slugProblem(slug.trim()) : undefined;
  const publish = useSend({
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
  const said = obstacle ? obstacleWords[obstacle] : wrongSlug && t`Not with this slug: ${wrongSlug}.`;
  const refusedSlug = slugRefusal(publish.error);
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
              reason={reasonFor(item.itemId, selected, items)}
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
              label: scope === "team" ? t`The team of this composition` : t`Everyone`,
            }))}
            value={preview.scope}
            allowDeselect={false}
            onChange={(scope) => {
              if (scope) {
                onScope(scope);
              }
            }}
          />
          {first && (
            <TextInput
              label={t`Slug`}
              description={t`A short name in lower case, which links use. It stays.`}
              value={slug}
              error={wrongSlug ?? refusedSlug}
              spellCheck={false}
              onChange={(event) => {
                publish.reset();
                setSlug(event.currentTarget.value);
              }}
            />
          )}
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
        notice={
          <>
            {publish.isError && !refusedSlug && <Refusal error={publish.error} onAgain={onAgain} />}
            {refusedSlug && (
              <p role="alert" className={classes.bad}>
                {t`Nothing was published: ${refusedSlug}.`}
              </p>
            )}
            {said && changed.length > 0 && <p className={classes.obstacle}>{said}</p>}
          </>
        }
      >
        <Button variant="default" onClick={onClose}>
          {changed.length === 0 ? t`Close` : t`Cancel`}
        </Button>
        {changed.length > 0 && (
          <Button
            data-autofocus
            disabled={said !== undefined}
            loading={publish.isPending}
            onClick={() => {
              publish.mutate();
            }}
          >
            {selected.size === 0
              ? t`Publish`
              : t`Publish ${plural(selected.size, { one: "# change", other: "# changes" })}`}
          </Button>
        )}
      </DialogEnd>
    </Stack>
  );
}
