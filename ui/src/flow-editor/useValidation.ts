import { useEffect } from "react";

import { balanceOf } from "./model/problems";
import { revisionOf } from "./model/revision";
import type { FlowEditorProps } from "./contract";
import type { FlowStore } from "./store/FlowStore";
import type { FlowEditorHost } from "./contract";
import { useFlow } from "./useFlow";

const wait = 350;

/** Asks the host what is wrong with the document whenever its content changed. */
export function useValidation(
  store: FlowStore,
  host: FlowEditorHost,
  onProblems: FlowEditorProps["onProblems"] | undefined,
): void {
  const revision = useFlow((state) => revisionOf(state.document));
  const { actionTypes } = host;
  useEffect(() => {
    const abort = new AbortController();
    const timer = setTimeout(
      () => {
        host.validate(store.getState().document.text, abort.signal).then(
          (problems) => {
            if (!abort.signal.aborted) {
              store.set({ problems });
              onProblems?.(problems);
            }
          },
          // What was known before stays in sight; the next edit, or the connection's return, asks again.
          () => undefined,
        );
      },
      store.getState().problems === undefined ? 0 : wait,
    );
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [store, host, actionTypes, revision, onProblems]);
}

/** Finds out what a proposal introduces and fixes. */
export function useBalance(store: FlowStore, host: FlowEditorHost): void {
  const review = useFlow((state) => state.review);
  const isAsked = review !== undefined && !review.isStale && review.balance === undefined;
  useEffect(() => {
    if (!isAsked) {
      return;
    }
    const abort = new AbortController();
    const { before, after } = review;
    Promise.all([host.validate(before.text, abort.signal), host.validate(after.text, abort.signal)]).then(
      ([was, is]) => {
        store.balance(review, balanceOf(was, is));
      },
      () => {
        if (!abort.signal.aborted) {
          store.balance(review, null);
        }
      },
    );
    return () => {
      abort.abort();
    };
  }, [store, host, review, isAsked]);
}
