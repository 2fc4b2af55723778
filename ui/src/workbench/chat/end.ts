import { useCallback, useRef, type RefObject } from "react";

interface Place {
  scrollTop: number;
  scrollHeight: number;
  clientHeight: number;
}

// Places are fractions of a pixel off in zoomed windows.
const nearly = 2;

/**
 * Tells whether the end is to stay in view: it is there, or what came since moved it away and not the reader.
 *
 * @param keptAt where the reader was when the end was last in view; null if the reader went elsewhere
 */
export function keepsEnd(at: Place, keptAt: number | null): boolean {
  const below = at.scrollHeight - at.scrollTop - at.clientHeight;
  return below < nearly || (keptAt !== null && at.scrollTop > keptAt - nearly);
}

interface End {
  scroller: RefObject<HTMLDivElement | null>;
  onScroll: () => void;
  /** To be called when something came, before the browser paints, so that nothing is seen to jump. */
  keep: () => void;
}

/** Keeps the end of what scrolls in view, until the reader goes elsewhere, and again when they come back. */
export function useEnd(): End {
  const scroller = useRef<HTMLDivElement>(null);
  const keptAt = useRef<number | null>(0);
  const onScroll = useCallback(() => {
    const at = scroller.current;
    if (at) {
      keptAt.current = keepsEnd(at, keptAt.current) ? at.scrollTop : null;
    }
  }, []);
  const keep = useCallback(() => {
    const at = scroller.current;
    if (at && keepsEnd(at, keptAt.current)) {
      at.scrollTop = at.scrollHeight;
      keptAt.current = at.scrollTop;
    } else {
      keptAt.current = null; // the reader went elsewhere, and the browser is about to tell
    }
  }, []);
  return { scroller, onScroll, keep };
}
