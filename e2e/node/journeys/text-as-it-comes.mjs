// What the agent writes is seen while it writes it, and the stored text takes its place unnoticed; also where the
// browser shares no worker among its windows.
import { ask, compose, ended, open, send, turn } from "../workbench.mjs";

export default async function ({ page, context, server, look }) {
  await readAlong(page, await compose(server));

  const alone = await context.newPage();
  await alone.addInitScript(() => delete globalThis.SharedWorker);
  await readAlong(alone, await compose(server));
  await look("stored", { of: alone });

  await stayWhereOneReads(alone, 2);
}

/** Has the agent say what it can do, and sees the text grow. */
async function readAlong(page, composition) {
  await open(page, composition);
  await page.evaluate(watchText);
  await ask(page, 1, "Hello");
  const shown = await page.evaluate(() => globalThis.heddleShown);
  const text = await turn(page, 1).innerText();
  const grown = shown.filter((one) => one.written > 0).map((one) => one.written);
  if (grown.length === 0 || Math.min(...grown) === Math.max(...grown)) {
    throw new Error(`the text did not grow: ${grown.join(", ") || "it was shown only when it was done"}`);
  }
  const states = shown.map((one) => `${one.written > 0 ? "written" : ""}${one.stored ? "stored" : ""}`);
  const order = states.filter((state, at) => state !== states[at - 1]).join(" ");
  if (!/^ ?written stored$/.test(order)) {
    throw new Error(`between the written and the stored text something else was seen: ${order}; the turn is ${text}`);
  }
}

/** Notes what is shown of the newest turn after each change of the page. */
function watchText() {
  globalThis.heddleShown = [];
  new MutationObserver(() => {
    const newest = [...document.querySelectorAll('[role="log"] article')].at(-1);
    if (newest) {
      globalThis.heddleShown.push({
        written: newest.querySelector('[aria-busy="true"]')?.innerText.length ?? 0,
        stored: [...newest.querySelectorAll("li")].some((one) => !one.closest('[aria-busy="true"]')),
      });
    }
  }).observe(document.querySelector('[role="log"]'), { childList: true, subtree: true, characterData: true });
}

/** Somebody who reads further up is left there, and somebody at the end stays at the end. */
async function stayWhereOneReads(page, number) {
  const log = page.getByRole("log");
  const ends = () => log.evaluate((one) => one.scrollHeight - one.scrollTop - one.clientHeight < 2);
  if (!(await ends())) {
    throw new Error("the end of the conversation is not shown");
  }
  await send(page, "Hello");
  await turn(page, number).waitFor();
  await log.evaluate((one) => one.scrollTo(0, 0));
  await ended(page, number);
  const top = await log.evaluate((one) => one.scrollTop);
  if (top !== 0) {
    throw new Error(`whoever read the beginning was taken to ${top} px`);
  }
}
