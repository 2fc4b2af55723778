// A pack goes out and comes in again with its plan; what is in use is not deleted; an event is added by hand.
import { readFile } from "node:fs/promises";

import { expectText } from "../expect.mjs";
import { refundIntake, refundPack } from "../worlds.mjs";

export default async function ({ page, server, look }) {
  await page.goto("/workflows");
  await expectText(page, "Nothing is published yet");
  await look("no-workflows");
  await importPack(page, look);
  await exportPack(page);
  await refuseDeletion(page, await refundIntake(server, 100), look);
  await addEvent(page, look);
}

async function importPack(page, look) {
  await page.getByRole("button", { name: "Import a pack…" }).click();
  const dialog = page.getByRole("dialog");
  const broken = refundPack(100);
  broken.actionTypes = [];
  await dialog.getByLabel("Or paste it").fill(JSON.stringify(broken));
  await dialog.getByRole("button", { name: "Show what would happen" }).click();
  await expectText(dialog, "1 item can't be imported, so nothing will be");
  await dialog.getByLabel("Or paste it").fill(JSON.stringify(refundPack(100)));
  await dialog.getByRole("button", { name: "Show what would happen" }).click();
  await expectText(dialog, "3 items: 3 new");
  await look("import");
  await dialog.getByRole("button", { name: "Import 3 items" }).click();
  await page.getByRole("link", { name: "Refund intake" }).waitFor();
}

async function exportPack(page) {
  await page.getByRole("button", { name: "Export a pack…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Refund intake").check();
  const saving = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Export what is chosen" }).click();
  const pack = JSON.parse(await readFile(await (await saving).path(), "utf8"));
  if (pack.workflows.length !== 1 || pack.actionTypes.length !== 1 || (pack.tools ?? []).length > 0) {
    throw new Error(`the pack is ${JSON.stringify(pack)}`);
  }
}

async function refuseDeletion(page, workflow, look) {
  await page.getByRole("link", { name: "Action types" }).click();
  await page.getByRole("link", { name: "Check an amount" }).click();
  await page.getByRole("button", { name: "More to do with it" }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Delete the action type" }).click();
  await expectText(dialog, `These workflows call the action type by its name: ${workflow.name}`);
  await look("in-use");
  await dialog.getByRole("button", { name: "Keep it" }).click();

  await page.getByRole("link", { name: "Tools" }).click();
  await page.getByRole("link", { name: "order-status" }).click();
  await page.getByRole("button", { name: "More to do with it" }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete the tool" }).click();
  await expectText(page, "No tool is published yet");
}

async function addEvent(page, look) {
  await page.getByRole("link", { name: "Events" }).click();
  await page.getByRole("button", { name: "Add an event…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Type").fill("order.created");
  const lines = Array.from({ length: 30 }, (_, n) => ({
    n,
    what: `line ${n}`,
  }));
  await dialog.getByLabel("Payload").fill(JSON.stringify({ lines }));
  await dialog.getByRole("button", { name: "Add the event" }).click();
  await page.getByRole("heading", { name: "order.created" }).waitFor();
  await page.getByRole("button", { name: "Show 10 more elements" }).click();
  await expectText(page, "line 29");
  await look("event-by-path");
}
