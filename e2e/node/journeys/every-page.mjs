// Every page with something on it, looked at in both schemes. A page that is added gets its line here.
import { readFile } from "node:fs/promises";

import { becomes, refundIntake, start } from "../worlds.mjs";

export default async function ({ page, server, look }) {
  const pages = await fill(server);
  for (const [name, path, shown] of pages) {
    await page.goto(path);
    await page.getByText(shown).first().waitFor();
    await look(name);
    await requireRoom(page, name);
  }
}

/** On a narrow window a page is scrolled up and down only. */
async function requireRoom(page, name) {
  const { width, height } = page.viewportSize();
  await page.setViewportSize({ width: 900, height });
  const tooWide = await page.evaluate(() => {
    const content = document.querySelector("#content");
    return Math.max(document.documentElement.scrollWidth - innerWidth, content.scrollWidth - content.clientWidth);
  });
  if (process.env.HEDDLE_SCREENSHOTS) {
    await page.screenshot({ path: `${process.env.HEDDLE_SCREENSHOTS}/every-page-${name}-narrow.png` });
  }
  await page.setViewportSize({ width, height });
  if (tooWide > 0) {
    throw new Error(`${name} is ${tooWide} pixels too wide for a window of 900`);
  }
}

/** Fills the server, and answers the pages: a name, the address, and a text that is there once all is shown. */
async function fill(server) {
  await refundIntake(server, 100);
  const workflow = await refundIntake(server, 200);
  const order = {
    customerEmail: "ada@example.com",
    orderId: "A-17",
    reason: "It arrived broken",
  };
  const waiting = await start(server, workflow, { ...order, amount: 420 });
  const failed = await start(server, workflow, { ...order, amount: 9001 });
  const completed = await start(server, workflow, { ...order, amount: 42.5 });
  const [actionType] = (await server.call("GET", "/action-types")).items;
  const [tool] = (await server.call("GET", "/tools")).items;
  const provider = await server.call("POST", "/providers", {
    content: { name: "local", kind: "openai", baseUrl: "http://127.0.0.1:11434/v1", models: [{ name: "qwen3" }] },
  });
  await server.call("PUT", "/secrets/ORDERS_KEY", { value: "nobody-reads-it" });
  const body = JSON.parse(await readFile(new URL("../../testdata/github/issues.opened.json", import.meta.url), "utf8"));
  const event = await server.call("POST", "/stream-events", {
    github: { event: "issues", body },
  });
  await Promise.all([
    becomes(server, waiting, "waiting"),
    becomes(server, failed, "failed"),
    becomes(server, completed, "completed"),
  ]);
  return [
    ["workflows", "/workflows", "Refund intake"],
    ["workflow", `/workflows/${workflow.id}`, "Refunded"],
    ["workflow-instances", `/workflows/${workflow.id}?tab=instances`, "Waiting"],
    ["workflow-versions", `/workflows/${workflow.id}?tab=versions`, "Choose a change"],
    ["workflow-document", `/workflows/${workflow.id}?tab=json`, "context.withinLimit"],
    ["instances", "/instances", "Failed"],
    ["instance-waiting", `/instances/${waiting.id}`, "Refunded"],
    ["instance-failed", `/instances/${failed.id}`, "Denied"],
    ["instance-history", `/instances/${completed.id}?tab=history`, "Ended at “Refunded”"],
    ["instance-actions", `/instances/${failed.id}?tab=actions`, "Exit code 1"],
    ["action-types", "/action-types", "check-amount"],
    ["action-type", `/action-types/${actionType.id}`, "Refund intake"],
    ["action-type-new", "/action-types/new", "Give the action type a name"],
    ["action-type-copy", `/action-types/new?from=${actionType.id}`, "A copy of"],
    ["tools", "/tools", "order-status"],
    ["tool-new", "/tools/new", "Give the tool a name"],
    ["tool", `/tools/${tool.id}`, "No action type allows it"],
    ["events", "/events", event.type],
    ["event", `/events/${event.id}`, "issue"],
    ["providers", "/settings/providers", "local"],
    ["provider", `/settings/providers/${provider.id}`, "No composition has chosen one of its models"],
    ["provider-new", "/settings/providers/new", "Give the provider a name"],
    ["secrets", "/settings/secrets", "Nothing in the catalog"],
    ["usage", "/settings/usage", "No model was used in these days"],
    ["session-templates", "/settings/session-templates", "Configuration Assistant"],
    ["session-template", "/settings/session-templates/workbench", "It comes with Heddle"],
    ["session-template-new", "/settings/session-templates/new", "Give the session template a name"],
    ["gone", "/workflows/00000000-0000-4000-8000-000000000000", "This is not here"],
    ["not-found", "/nowhere", "There is nothing at this address"],
  ];
}
