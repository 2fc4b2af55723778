import { useSearchParams } from "react-router";

/** A value that is kept in the address, so that a link or a way back brings it again. Empty is left out. */
export function useUrlState(name: string, initial = ""): [value: string, change: (value: string) => void] {
  const [params, setParams] = useSearchParams();
  const change = (value: string) => {
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (value === initial) {
          next.delete(name);
        } else {
          next.set(name, value);
        }
        return next;
      },
      { replace: true },
    );
  };
  return [params.get(name) ?? initial, change];
}
