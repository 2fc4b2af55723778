import { useCallback, useState } from "react";

/** What is written to the agent but not sent. A reload keeps it. */
export function useComposerText(compositionId: string): [string, (text: string) => void] {
  const key = `heddle-composer-${compositionId}`;
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? "");
  const change = useCallback(
    (next: string) => {
      setText(next);
      if (next) {
        sessionStorage.setItem(key, next);
      } else {
        sessionStorage.removeItem(key);
      }
    },
    [key],
  );
  return [text, change];
}
