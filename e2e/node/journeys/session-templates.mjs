// A built-in template is copied and changed on its page, chosen for a composition, and not deleted as long as that is there.
import { expectText } from "../expect.mjs";

export default async function ({ page, server, look }) {
  await page.goto("/settings/session-templates");
  await expectText(page, "Compose a workflow");
  await look("list");
  await page.getByRole("link", { name: "Workbench" }).last().click();
  await expectText(page, "It comes with Heddle");
  await look("built-in");
  await page.getByRole("button", { name: "More to do with it" }).click();
  await page.getByRole("menuitem", { name: "Duplicate…" }).click();
  await expectText(page, "A copy of “Workbench”.");
  await change(page, look);
  await page.getByRole("button", { name: "Add the session template" }).click();
  await page.getByRole("heading", { name: "Orders" }).waitFor();
  const { items } = await server.call("GET", "/session-templates");
  const { content, id } = items.find(({ name }) => name === "orders");
  const [orders] = content.mcpServers;
  if (orders.command !== "/opt/orders" || orders.args.length !== 2 || content.initScript.source !== "echo ready") {
    throw new Error(`it was saved as ${JSON.stringify(content)}`);
  }
  await look("own");
  await choose(page, server, look, id);
}

const textbox = (part, name) => part.getByRole("textbox", { name, exact: true });

async function change(page, look) {
  await textbox(page, "Name").fill("workbench");
  await expectText(page, "is a built-in template");
  await textbox(page, "Name").fill("orders");
  await textbox(page, "Label").fill("Orders");
  await page.getByRole("button", { name: "Add an MCP server" }).click();
  const mcp = page.getByRole("group", { name: "MCP server 1" });
  await textbox(mcp, "Program").fill("./orders");
  await expectText(mcp, "is no program");
  await look("with-problems");
  await textbox(mcp, "Program").fill("/opt/orders");
  await textbox(mcp, "Arguments").fill("--mcp\nall");
  await textbox(mcp, "Name").fill("orders");
  await page.getByRole("switch", { name: /^A script runs once/ }).press("Space");
  await textbox(page, "Script").click();
  await page.keyboard.insertText("echo ready");
  await page.getByText("Not saved yet.").waitFor();
}

async function choose(page, server, look, id) {
  await page.goto("/workbench");
  await page.getByRole("button", { name: "Start with an empty workflow" }).click();
  const dialog = page.getByRole("dialog");
  await textbox(dialog, "Name").fill("With orders");
  await dialog.getByRole("button", { name: "More", exact: true }).click();
  await dialog.getByRole("combobox", { name: "Session template" }).click();
  await page.getByRole("option", { name: "Orders" }).click();
  await look("chosen");
  await dialog.getByRole("button", { name: "Create" }).click();
  await page.getByRole("button", { name: "Add Task" }).waitFor();
  const [{ sessionId }] = (await server.call("GET", "/compositions")).items;
  const { templateId } = await server.call("GET", `/sessions/${sessionId}`);
  if (templateId !== id) {
    throw new Error(`the session is made of ${templateId}`);
  }
  await page.goto(`/settings/session-templates/${id}`);
  await page.getByRole("button", { name: "More to do with it" }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete the session template" }).click();
  await expectText(page.getByRole("dialog"), "it is in use");
  await look("in-use");
}
