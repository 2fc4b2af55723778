// How many frames a second show a step where it is dragged to, among 500 steps, by the browser's own trace of its frames.
// The pointer moves 60 times a second.
import { canvasOf } from "../canvas.mjs";
import { compose, open } from "../workbench.mjs";
import { gridDocument } from "../worlds.mjs";

const moves = 240;
const apart = 1000 / 60;

export const prepare = (server) => compose(server, { document: gridDocument(500) });

export default async function ({ page, context, prepared }) {
  await open(page, prepared);
  const { x, y } = await placeToGrab(page);
  await page.mouse.move(x, y);
  await page.mouse.down();
  const browser = await context.newCDPSession(page);
  const began = performance.now();
  const frames = await framesDuring(browser, () => dragInCircles(browser, x, y));
  const seconds = (performance.now() - began) / 1000;
  await page.mouse.up();
  return { milliseconds: (seconds * 1000) / frames, "frames/s": frames / seconds };
}

/** The middle of a step that stands in the middle of the canvas. */
async function placeToGrab(page) {
  const canvas = await canvasOf(page).boundingBox();
  const boxes = await page
    .locator(".react-flow__node")
    .evaluateAll((nodes) =>
      nodes
        .map((node) => node.getBoundingClientRect())
        .map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 })),
    );
  const off = (box) => Math.hypot(box.x - canvas.x - canvas.width / 2, box.y - canvas.y - canvas.height / 2);
  return boxes.reduce((best, box) => (off(box) < off(best) ? box : best));
}

/** Moves the pointer at an even pace, whether the page keeps up or not. */
async function dragInCircles(browser, x, y) {
  const sent = [];
  await new Promise((resolve) => {
    const timer = setInterval(() => {
      const turn = sent.length / 10;
      const at = { x: x + 100 * Math.sin(turn), y: y + 100 * (1 - Math.cos(turn)) };
      sent.push(browser.send("Input.dispatchMouseEvent", { type: "mouseMoved", button: "left", buttons: 1, ...at }));
      if (sent.length === moves) {
        clearInterval(timer);
        resolve();
      }
    }, apart);
  });
  await Promise.all(sent);
}

/** Counts the frames of the page that were presented with all that they should show. */
async function framesDuring(browser, act) {
  const frames = new Set();
  browser.on("Tracing.dataCollected", ({ value }) => {
    for (const { name, pid, args } of value) {
      if (name === "PipelineReporter" && args.frame_reporter?.state === "STATE_PRESENTED_ALL") {
        frames.add(`${pid} ${args.frame_reporter.frame_sequence}`);
      }
    }
  });
  await browser.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["disabled-by-default-devtools.timeline.frame"], excludedCategories: ["*"] },
  });
  await act();
  const complete = new Promise((resolve) => browser.once("Tracing.tracingComplete", resolve));
  await browser.send("Tracing.end");
  await complete;
  return frames.size;
}
