// How long it takes, with nothing in the browser's cache, until the workbench of 200 steps can be worked with: its steps and
// tools are there, and the page has nothing left to do. In milliseconds from the beginning of the navigation.
import { gridDocument } from "../worlds.mjs";
import { compose } from "../workbench.mjs";

export const prepare = (server) => compose(server, { document: gridDocument(200) });

export default async function ({ page, prepared }) {
  await page.addInitScript(() => {
    const look = new MutationObserver(() => {
      if (document.querySelector(".react-flow__node") && document.querySelector('[aria-label="Add Task"]')) {
        look.disconnect();
        requestIdleCallback(() => {
          globalThis.heddleInteractive = performance.now();
        });
      }
    });
    look.observe(document, { childList: true, subtree: true });
  });
  await page.goto(`/workbench/${prepared.id}`);
  const interactive = await page.waitForFunction(() => globalThis.heddleInteractive);
  return { milliseconds: await interactive.jsonValue() };
}
