import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

import { instanceKeys } from "../api/queries/instances";
import { useServerEvents } from "../events/stream";

/** How long changes are gathered before what is shown is asked for again. */
const gathering = 150;

/** Keeps what is shown of instances up to date: of one, or of the lists. */
export function useLiveInstances(instanceId?: string): void {
  const client = useQueryClient();
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(
    () => () => {
      clearTimeout(waiting.current);
    },
    [],
  );
  const refresh = () => {
    waiting.current ??= setTimeout(() => {
      waiting.current = undefined;
      void client.invalidateQueries({
        queryKey: instanceId === undefined ? instanceKeys.lists : instanceKeys.all(instanceId),
      });
    }, gathering);
  };
  useServerEvents(({ kind, data }) => {
    if (kind === "instance-changed" && (instanceId === undefined || data.instanceId === instanceId)) {
      refresh();
    }
  }, refresh);
}
