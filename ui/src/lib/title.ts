import { t } from "@lingui/core/macro";
import { useEffect } from "react";

/** Names the browser's tab while the page is shown. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Heddle`;
    return () => {
      document.title = t`Heddle`;
    };
  }, [title]);
}
