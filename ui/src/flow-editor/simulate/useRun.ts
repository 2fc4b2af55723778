import { t } from "@lingui/core/macro";
import { useCallback, useEffect, useRef, useState } from "react";

import { messageOf } from "../../api/problem";
import { parsePayload } from "../model/payload";
import { revisionOf } from "../model/revision";
import { type Delivery, errorOf, snapshotsOf, statusWords } from "../model/simulation";
import { useFlow, useHost, useStore } from "../useFlow";
import { atRest, type Run, shownView, stepped } from "./run";

/** Plays the workflow on the host's engine, and shows the run on the canvas. */
export function useRun() {
  const store = useStore();
  const host = useHost();
  const revision = useFlow((state) => revisionOf(state.document));
  const [run, setRun] = useState<Run>();
  const [trouble, setTrouble] = useState<string>();
  const [isPlaying, setIsPlaying] = useState(false);
  const abort = useRef<AbortController>(undefined);

  const show = useCallback(
    (next: Run | undefined) => {
      setRun(next);
      const view = next && shownView(next);
      store.set({ run: view });
      const entered = next?.snapshots.at(-1)?.visited.at(next.shown - 1);
      const at = view?.waiting.size ? [...view.waiting] : entered === undefined ? [] : [entered];
      if (at.length > 0) {
        store.set({ revealed: { nodeIds: at, edgeIds: [] } });
      }
    },
    [store],
  );
  useEffect(
    () => () => {
      abort.current?.abort();
      store.set({ run: undefined, announcement: "" });
    },
    [store],
  );

  const play = (context: Record<string, unknown>, deliveries: readonly Delivery[], shown?: number): void => {
    abort.current?.abort();
    const controller = new AbortController();
    abort.current = controller;
    const { document } = store.getState();
    setIsPlaying(true);
    setTrouble(undefined);
    host
      .simulate(
        { document: parsePayload(document.text), context, outputs: deliveries, stopAtWaits: true },
        controller.signal,
      )
      .then(
        (result) => {
          const snapshots = snapshotsOf(result);
          const played = {
            revision: revisionOf(document),
            context,
            deliveries,
            snapshots,
            error: errorOf(result),
            shown: shown ?? 0,
          };
          const next = shown === undefined ? atRest(played) : played;
          show(next);
          const last = snapshots.at(-1);
          const waiting = last?.activeBranches.map((branch) => document.titleOf(branch.nodeId)).join(" and ");
          store.announce(`${statusWords[last?.status ?? ""] ?? t`Stopped`}${waiting ? t` at ${waiting}` : ""}`);
        },
        (error: unknown) => {
          if (!controller.signal.aborted) {
            setTrouble(messageOf(error));
          }
        },
      )
      .finally(() => {
        if (abort.current === controller) {
          setIsPlaying(false);
        }
      });
  };

  return {
    run,
    trouble,
    isPlaying,
    /** The workflow was changed since the run. */
    isOutdated: run !== undefined && run.revision !== revision,
    /** Starts a run, shown up to its first rest or, for stepping, its first node. */
    start: (context: Record<string, unknown>, byStep: boolean) => {
      play(context, [], byStep ? 1 : undefined);
    },
    step: () => {
      show(run && stepped(run));
    },
    finish: () => {
      show(run && atRest(run));
    },
    give: (delivery: Delivery) => {
      if (run) {
        play(run.context, [...run.deliveries, delivery]);
      }
    },
    back: () => {
      if (run) {
        play(run.context, run.deliveries.slice(0, -1));
      }
    },
    clear: () => {
      show(undefined);
    },
  };
}
