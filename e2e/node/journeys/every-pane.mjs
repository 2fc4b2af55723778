// The panes and tabs of the workbench, looked at in both schemes. What is added gets its line here.
import { expectStep, step } from "../canvas.mjs";
import { expectText } from "../expect.mjs";
import { ask, compose, open, proposal, whileOpen } from "../workbench.mjs";

export default async function ({ page, server, look }) {
  await open(page, await compose(server, { name: "Refund intake" }));
  await look("new");
  await ask(page, 1, "Build a refund intake");
  await expectStep(page, "Approve the refund");
  await look("composed");
  await lookAtPanels(page, look);
  await lookAtDrafts(page, look);
  await lookAtLists(page, look);
}

async function lookAtPanels(page, look) {
  await step(page, "Check the amount").dblclick();
  await page.getByRole("complementary", { name: "Properties" }).getByText("Leads to").waitFor();
  await look("step");
  await page.getByRole("button", { name: "Close the properties" }).click();
  await page.getByRole("button", { name: "Simulate" }).click();
  await page.getByRole("complementary", { name: "Simulation" }).waitFor();
  await look("simulation");
  await page.getByRole("button", { name: "Close the simulation" }).click();
}

async function lookAtDrafts(page, look) {
  const drafts = page.getByRole("navigation", { name: "Drafts of the composition" });
  await drafts.getByRole("button", { name: /^check-refund-amount/ }).click();
  await expectText(page.getByRole("tabpanel", { name: /^check-refund-amount/ }), "Test…");
  await expectText(page, "REFUND_LIMIT");
  await look("action-type");
  await whileOpen(page, page.getByRole("button", { name: "Test…" }), "Amount", () => look("test"));
  await page.getByRole("button", { name: "Add a tool" }).click();
  const added = page.getByRole("dialog");
  await added.getByLabel("Name").fill("order-status");
  await added.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("tabpanel", { name: /^order-status/ }).waitFor();
  await look("tool");
}

async function lookAtLists(page, look) {
  await page.goto("/workbench");
  await page.getByRole("list", { name: "Compositions" }).waitFor();
  await look("list");
  await page.getByRole("button", { name: "New composition" }).click();
  await page.getByRole("dialog").getByLabel("Name").waitFor();
  await look("new-composition");
  await page.goto("/workbench/00000000-0000-4000-8000-000000000000");
  await expectText(page, "There is no such composition");
  await look("gone");
  await page.goto("/flow-editor-demo");
  await page.getByRole("button", { name: "Propose a change" }).click();
  await expectText(proposal(page), "Large refunds go to a manager");
  await look("demo");
}
