// From the demo agent to a real one: the page leads to the providers, a composition is made with a model, and its thoughts
// and costs are shown, there and among all usage.
import { readFile } from "node:fs/promises";

import { expectText } from "../expect.mjs";
import { ended, turn } from "../workbench.mjs";

export default async function ({ page, server, look }) {
  await page.goto("/workbench");
  await page.getByRole("link", { name: "add a provider" }).click();
  await page.getByRole("heading", { name: "New provider" }).waitFor();
  await addProvider(server);
  await composeWithModel(page, look);
  await seeUsage(page, look);
}

async function addProvider(server) {
  const baseUrl = `${await server.model()}/v1`;
  await server.call("PUT", "/secrets/MODEL_KEY", { value: "the-right-key" });
  await server.call("POST", "/providers", {
    content: {
      name: "mine",
      kind: "openai",
      baseUrl,
      secret: "MODEL_KEY",
      models: [
        { name: "tiny", label: "Tiny", prices: { input: 300, output: 1500 } },
        { name: "huge", label: "Huge" },
      ],
    },
  });
}

async function composeWithModel(page, look) {
  await page.goto("/workbench");
  await page.getByRole("button", { name: "State a goal of my own" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name" }).fill("Bugs");
  await dialog.getByRole("textbox", { name: "Goal" }).fill("Build a bug triage");
  await expectText(dialog, "Asks a language model of one of the providers");
  await dialog.getByRole("combobox", { name: "Model" }).click();
  await page.getByRole("option", { name: "Huge · mine" }).waitFor();
  await page.getByRole("option", { name: "Tiny · mine" }).click();
  await dialog.getByRole("button", { name: "More", exact: true }).click();
  await expectText(dialog, "Session template");
  await look("new-composition");
  await dialog.getByRole("button", { name: "Create" }).click();
  const first = await ended(page, 1);
  await expectText(first, /^Tokens: .* read, .* written · US\$/);
  const thought = first.getByText("Thought for a moment").first();
  await thought.click();
  await expectText(turn(page, 1), "The issue has a title and a body.");
  await page.getByRole("heading", { name: /Tiny/ }).waitFor();
  await look("turn");
  await page.getByRole("button", { name: "Actions for the agent" }).click();
  await page.getByRole("menuitem", { name: "Change agent or model…" }).click();
  const change = page.getByRole("dialog");
  await change.getByRole("combobox", { name: "Model" }).click();
  await page.getByRole("option", { name: "Huge · mine" }).click();
  await look("change-agent");
  await change.getByRole("button", { name: "Change the agent" }).click();
  await page.getByRole("heading", { name: /Huge/ }).waitFor();
}

async function seeUsage(page, look) {
  await page.goto("/settings/usage");
  await page.getByRole("cell", { name: "tiny" }).waitFor();
  await look("usage");
  await page.getByRole("combobox", { name: "A row for each" }).click();
  await page.getByRole("option", { name: "By composition" }).click();
  await page.getByRole("cell").getByRole("link", { name: "Bugs" }).waitFor();
  await page.getByRole("radiogroup", { name: "What the chart shows" }).getByText("Tokens").click();
  await page.getByRole("img", { name: /^30 days\. The most was on .* tokens\.$/ }).waitFor();
  const begun = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download as CSV" }).click();
  const table = await readFile(await (await begun).path(), "utf8");
  if (!/^key,label,records,turns,.*\r\n[^,]+,Bugs,/.test(table)) {
    throw new Error(`the table is ${table}`);
  }
  await page.getByRole("combobox", { name: "Days" }).click();
  await page.getByRole("option", { name: "From … to …" }).click();
  await page.getByLabel("First day").fill("2020-01-01");
  await page.getByText("1 Jan", { exact: true }).waitFor(); // where the chart begins
  await page.getByLabel("Last day").fill("2020-01-31");
  await expectText(page, "No model was used in these days");
  await look("usage-of-no-days");
}
