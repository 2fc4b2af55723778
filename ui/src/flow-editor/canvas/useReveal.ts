import { useReactFlow, useStore as useLibrary } from "@xyflow/react";
import { useEffect, useRef, useState } from "react";

import type { Point } from "../model/document";
import { nodeHeight, nodeWidth } from "../model/place";
import { useFlow, useStore } from "../useFlow";
import { fitViewOptions } from "./Surface";

const calm = () => (window.matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 160);

/** How much of the canvas lies under the panel, which is beside it only where there is room for both. */
const coveredOf = (canvas: DOMRect, panel?: Element | null): number =>
  panel ? Math.max(0, canvas.right - panel.getBoundingClientRect().left) : 0;

/** Whether the canvas has a size, which it has not while another tab is in front. */
function useIsShown(): boolean {
  const canvas = useLibrary((state) => state.domNode);
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    if (!canvas) {
      return;
    }
    const observer = new ResizeObserver(() => {
      setIsShown(canvas.clientWidth > 0 && canvas.clientHeight > 0);
    });
    observer.observe(canvas);
    return () => {
      observer.disconnect();
    };
  }, [canvas]);
  return isShown;
}

/**
 * Brings what is revealed into view, and leaves the view alone when all of it is in sight already. What is revealed
 * while the canvas is hidden is looked for once it is shown: without a size there is no view to move.
 */
export function useReveal(): void {
  const store = useStore();
  const flow = useReactFlow();
  const revealed = useFlow((state) => state.revealed);
  const isShown = useIsShown();
  const done = useRef<typeof revealed>(undefined);
  const isFitted = useRef(false);
  useEffect(() => {
    // The library fits the workflow into the view when it begins, which is for nothing while there is no view.
    if (isShown && !isFitted.current) {
      isFitted.current = true;
      done.current = revealed;
      void flow.fitView(fitViewOptions);
    }
  }, [isShown, flow, revealed]);
  useEffect(() => {
    if (!revealed || !isShown || done.current === revealed) {
      return;
    }
    done.current = revealed;
    const { document, review } = store.getState();
    const shown = review && !review.isStale ? review.after : document;
    const edges = revealed.edgeIds.flatMap((id) => shown.edge(id) ?? []);
    const ids = [...revealed.nodeIds, ...edges.flatMap((edge) => [edge.source, edge.target])];
    const places = ids.flatMap((id) => shown.node(id)?.position ?? document.node(id)?.position ?? []);
    const pane = window.document.querySelector(".react-flow__pane");
    const canvas = pane?.getBoundingClientRect();
    const covered = canvas ? coveredOf(canvas, pane?.closest("[data-flow-editor]")?.querySelector("aside")) : 0;
    const isInSight = ({ x, y }: Point) => {
      const from = flow.flowToScreenPosition({ x, y });
      const to = flow.flowToScreenPosition({ x: x + nodeWidth, y: y + nodeHeight });
      return (
        canvas && from.x > canvas.left && from.y > canvas.top && to.x < canvas.right - covered && to.y < canvas.bottom
      );
    };
    if (places.length > 0 && !places.every(isInSight)) {
      const xs = places.map((at) => at.x);
      const ys = places.map((at) => at.y);
      const [x, y] = [Math.min(...xs), Math.min(...ys)];
      const bounds = { x, y, width: Math.max(...xs) - x + nodeWidth, height: Math.max(...ys) - y + nodeHeight };
      const isSmall =
        canvas &&
        bounds.width * flow.getZoom() < canvas.width - covered &&
        bounds.height * flow.getZoom() < canvas.height;
      if (isSmall) {
        const zoom = flow.getZoom();
        const middle = { x: x + (bounds.width + covered / zoom) / 2, y: y + bounds.height / 2 };
        void flow.setCenter(middle.x, middle.y, { zoom, duration: calm() });
      } else {
        void flow.fitBounds(bounds, { padding: 0.15, duration: calm() });
      }
    }
  }, [revealed, flow, store, isShown]);
}
