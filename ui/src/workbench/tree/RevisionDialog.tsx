import { t } from "@lingui/core/macro";
import { Button, Modal, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { answer, api, type Schemas } from "../../api/client";
import { messageOf } from "../../api/problem";
import { DialogEnd } from "../../components/DialogEnd";
import { when } from "../../lib/time";
import { useSend } from "../../lib/useSend";
import { Loading } from "../../shell/states";
import { restoreRevision } from "../calls";
import { isLocked, useWorkbench } from "../context";
import { ContentDiff } from "../ContentDiff";
import type { Draft } from "../types";
import { useAuthorOf } from "./History";

type Revision = Schemas["Revision"];

interface Props {
  draft: Draft;
  revision: Revision | undefined;
  /** The one that it is compared with. */
  before: Revision | undefined;
  current: boolean;
  onClose: () => void;
}

/** What a revision changed, and the way back to it. */
export function RevisionDialog(props: Props) {
  const { revision, onClose } = props;
  const author = useAuthorOf(revision ? [revision] : undefined);
  return (
    <Modal
      opened={revision !== undefined}
      onClose={onClose}
      size="xl"
      title={revision ? `${author(revision)}, ${when(revision.createdAt)}` : ""}
    >
      {revision && <Details {...props} revision={revision} />}
    </Modal>
  );
}

function Details({ draft, revision, before, current, onClose }: Props & { revision: Revision }) {
  const { composition, controller } = useWorkbench();
  const details = useQuery({
    queryKey: ["revision", revision.id, before?.id ?? ""],
    queryFn: () =>
      answer(
        api.GET("/compositions/{compositionId}/items/{itemId}/revisions/{revisionId}", {
          params: {
            path: { compositionId: draft.compositionId, itemId: draft.id, revisionId: revision.id },
            query: before ? { diff: before.id } : {},
          },
        }),
      ),
  });
  const restore = useSend({
    mutationFn: async () => {
      await controller.save(draft.id);
      const leaseId = draft.type === "workflow" ? controller.leaseId : undefined;
      return restoreRevision(draft.compositionId, draft.id, revision.id, leaseId);
    },
    onSuccess: () => {
      controller.refresh();
      onClose();
    },
  });
  const readOnly = draft.type === "workflow" ? controller.leaseId === undefined : isLocked(draft, composition);
  if (details.isPending) {
    return <Loading />;
  }
  return (
    <Stack gap="md">
      {details.isError ? (
        <p role="alert">{messageOf(details.error)}</p>
      ) : (
        <ContentDiff
          summary={details.data.diff?.summary}
          changes={details.data.diff?.changes ?? [{ path: "", after: details.data.content }]}
        />
      )}
      <DialogEnd error={restore.error}>
        <Button variant="default" onClick={onClose}>{t`Close`}</Button>
        {!current && (
          <Button
            disabled={readOnly}
            loading={restore.isPending}
            onClick={() => {
              restore.mutate();
            }}
          >{t`Restore this revision`}</Button>
        )}
      </DialogEnd>
    </Stack>
  );
}
