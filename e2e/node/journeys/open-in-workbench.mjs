// A published workflow, and an action type of the catalog, become drafts that can be changed.
import { refundIntake } from "../worlds.mjs";

export default async function ({ page, server }) {
  const workflow = await refundIntake(server);
  await page.goto(`/workflows/${workflow.id}`);
  await open(page);
  await requireItems(page, server, ["workflow Refund intake", "action-type check-amount"]);

  const [actionType] = (await server.call("GET", "/action-types")).items;
  await page.goto(`/action-types/${actionType.id}`);
  await page.getByRole("button", { name: "Open in workbench…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Open", exact: true }).click();
  await page.waitForURL("**/workbench/*");
  await requireItems(page, server, ["workflow check-amount", "action-type check-amount"]);
}

async function open(page) {
  await page.getByRole("button", { name: "Open in workbench…" }).click();
  await page.waitForURL("**/workbench/*");
}

async function requireItems(page, server, wanted) {
  const compositionId = new URL(page.url()).pathname.split("/").at(-1);
  const { items } = await server.call("GET", `/compositions/${compositionId}/items`);
  const found = items.map(({ type, name }) => `${type} ${name}`);
  if (found.join() !== wanted.join()) {
    throw new Error(`the composition has ${found.join(", ")}, not ${wanted.join(", ")}`);
  }
}
