import { useQueryClient } from "@tanstack/react-query";

import { workflowKeys } from "../api/queries/workflows";
import { useServerEvents } from "../events/stream";

/** Keeps what is shown of workflows up to date: of one, or of the list. */
export function useLiveWorkflows(workflowId?: string): void {
  const client = useQueryClient();
  const refresh = () => {
    void client.invalidateQueries({
      queryKey: workflowId === undefined ? workflowKeys.list : workflowKeys.one(workflowId),
    });
  };
  useServerEvents(({ kind, data }) => {
    if (kind === "workflow-changed" && (workflowId === undefined || data.workflowId === workflowId)) {
      refresh();
    }
  }, refresh);
}
