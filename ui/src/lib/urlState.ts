import { useSearchParams } from "react-router";

/** Values that are kept in the address, so that a link or a way back brings them again. What is as at first is left out. */
export function useUrlStates<T extends Record<string, string>>(
  initial: T,
): [values: T, change: (part: Partial<T>) => void] {
  const [params, setParams] = useSearchParams();
  const change = (part: Partial<T>) => {
    setParams(
      () => {
        // What was rendered last may lack a change that came right before.
        const next = new URLSearchParams(location.search);
        for (const [name, value] of Object.entries<string | undefined>(part)) {
          if (value === initial[name]) {
            next.delete(name);
          } else if (value !== undefined) {
            next.set(name, value);
          }
        }
        return next;
      },
      { replace: true },
    );
  };
  const entries = Object.entries(initial).map(([name, value]) => [name, params.get(name) ?? value]);
  return [Object.fromEntries(entries) as T, change];
}

/** One such value. */
export function useUrlState(name: string, initial = ""): [value: string, change: (value: string) => void] {
  const [values, change] = useUrlStates({ [name]: initial });
  return [
    values[name] ?? initial,
    (value) => {
      change({ [name]: value });
    },
  ];
}
