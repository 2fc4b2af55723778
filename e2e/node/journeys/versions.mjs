// Versions of a workflow: what changed in each, any two compared, an earlier one made current and started, and switched off.
import { expectText } from "../expect.mjs";
import { becomes, refundIntake } from "../worlds.mjs";

const order = { customerEmail: "ada@example.com", orderId: "A-17", amount: 150 };

export default async function ({ page, server, look }) {
  for (const limit of [100, 200, 300]) {
    await refundIntake(server, limit);
  }
  const [{ id }] = (await server.call("GET", "/workflows")).items;
  await page.goto(`/workflows/${id}?tab=versions`);
  await expectText(page, "Action “Check the amount” changed");
  await expectText(page, "The first version");
  await look("list");
  await compare(page, look);
  await makeCurrent(page, server, id, look);
  await startAnother(page, server, id, look);
  await switchOffAndOn(page, server, id, look);
}

async function menu(page, version, item) {
  await page.getByRole("button", { name: `More to do with version ${version}` }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

async function compare(page, look) {
  await menu(page, 1, "Compare with the current one");
  await page.waitForURL("**/workflows/*?tab=versions&from=3&to=1");
  await page.getByRole("button", { name: "Check the amount" }).first().click();
  await expectText(page, "300");
  await look("compare");
}

async function makeCurrent(page, server, id, look) {
  await menu(page, 1, "Make it current…");
  const dialog = page.getByRole("dialog");
  await expectText(dialog, "Those that run stay on their version");
  await look("make-current");
  await dialog.getByRole("button", { name: "Make it current" }).click();
  await expectText(page, "Version 1 of 3 is current");
  await server.until(`/workflows/${id}`, ({ version }) => version === 1);
}

async function startAnother(page, server, id, look) {
  await menu(page, 2, "Start this version…");
  const dialog = page.getByRole("dialog");
  await expectText(dialog, "Only this one runs version 2");
  await dialog.getByLabel("Customer e-mail").fill(order.customerEmail);
  await dialog.getByLabel("Order").fill(order.orderId);
  await dialog.getByLabel("Amount").fill(`${order.amount}`);
  await look("start-version");
  await dialog.getByRole("button", { name: "Start", exact: true }).click();
  await page.waitForURL("**/instances/*");
  const instance = new URL(page.url()).pathname.split("/").at(-1);
  // Version 1 would have asked a person: its limit is lower.
  const ended = await becomes(server, { id: instance }, "completed");
  if (ended.version !== 2) {
    throw new Error(`version ${ended.version} ran`);
  }
  await page.goto(`/workflows/${id}?version=3`);
  await expectText(page, "This is version 3");
  await look("another-version");
}

async function switchOffAndOn(page, server, id, look) {
  await page.getByRole("button", { name: "More to do with it" }).click();
  await page.getByRole("menuitem", { name: "Switch off…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Switch it off" }).click();
  await expectText(page, "Switched off");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await look("switched-off");
  if (await page.getByRole("button", { name: "Start…" }).isEnabled()) {
    throw new Error("it can still be started");
  }
  // Somebody else switches it on: the page hears of it.
  const { revision } = await server.call("GET", `/workflows/${id}`);
  await server.call("PATCH", `/workflows/${id}`, { revision, isActive: true });
  await page.getByRole("button", { name: "Start…", disabled: false }).waitFor();
}
