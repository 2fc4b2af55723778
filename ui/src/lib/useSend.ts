import { useMutation, type UseMutationOptions, type UseMutationResult } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";

/**
 * A mutation behind a button: from the first call on, further ones do nothing until the page shows what became of it.
 * The second click of a double click comes before the page knows that the first is on its way, so `isPending` alone
 * does not hold it off. Where success leaves the page as it is, a caller also holds its button after it.
 */
export function useSend<TData = unknown, TError = Error, TVariables = void, TContext = unknown>(
  options: UseMutationOptions<TData, TError, TVariables, TContext>,
): UseMutationResult<TData, TError, TVariables, TContext> {
  const mutation = useMutation(options);
  const locked = useRef(false);
  const { mutate: send, isPending } = mutation;
  useEffect(() => {
    if (!isPending) {
      locked.current = false;
    }
  });
  const mutate = useCallback<typeof send>(
    (...call) => {
      if (!locked.current) {
        locked.current = true;
        send(...call);
      }
    },
    [send],
  );
  return { ...mutation, mutate };
}
