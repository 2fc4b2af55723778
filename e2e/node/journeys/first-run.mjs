// From an empty installation to a running workflow: in ten clicks and two minutes at most.
import { expectStep } from "../canvas.mjs";
import { expectText } from "../expect.mjs";
import { ended } from "../workbench.mjs";

const mostClicks = 10;
const mostSeconds = 120;

export default async function ({ page, look }) {
  let clicks = 0;
  await page.exposeFunction("heddleClicked", () => clicks++);
  await page.addInitScript(() => {
    addEventListener("click", (event) => event.detail > 0 && globalThis.heddleClicked(), true); // no key has a detail
  });
  await page.goto("/");
  await expectText(page, "What should get done?");
  await look("greeting");

  const began = Date.now();
  await page.getByRole("button", { name: "Refund intake" }).click();
  await expectText(await ended(page, 1), "The refund intake is ready to look at");
  await expectStep(page, "Approve the refund");
  await page.getByRole("button", { name: "Publish 2 changes" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish 2 changes" }).click();
  await page.getByRole("link", { name: "Start the workflow" }).click();
  await page.getByRole("dialog").getByLabel("Customer's e-mail").click();
  for (const text of ["ada@example.com", "A-17", "420"]) {
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  }
  await page.getByRole("dialog").getByRole("button", { name: "Start" }).click();
  await page.waitForURL("**/instances/*");
  await page.getByRole("region", { name: "Refund for order A-17" }).waitFor();
  requireAtMost("clicks", clicks, mostClicks);
  requireAtMost("seconds", (Date.now() - began) / 1000, mostSeconds);
}

function requireAtMost(what, needed, most) {
  console.log(`${what}: ${needed} of ${most}`);
  if (!(needed > 0 && needed <= most)) {
    throw new Error(`it took ${needed} ${what}, and may take ${most}`);
  }
}
