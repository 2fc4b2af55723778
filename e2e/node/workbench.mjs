// What a person does in the workbench, and what they wait for.
import { expectText } from "./expect.mjs";

const edge = (id, source, target) => ({ id, source, target, priority: 0, isDefault: false });

/** A request that somebody approves. */
export const approvalDocument = {
  id: "approval",
  name: "Approval",
  nodes: [
    { id: "request", type: "start", name: "Request", config: { inputs: [] }, position: { x: 0, y: 0 } },
    {
      id: "approval",
      type: "human-task",
      name: "Approve",
      config: { title: '"Approve"', outputs: [{ name: "approved", type: "boolean", required: true }] },
      position: { x: 260, y: 0 },
    },
    { id: "end", type: "end", name: "Done", config: { outcome: "done" }, position: { x: 520, y: 0 } },
  ],
  edges: [edge("to-approval", "request", "approval"), edge("to-end", "approval", "end")],
};

/** Makes a composition, with a document if one is given, and answers it. */
export async function compose(server, { name = "Approval", document, applyMode } = {}) {
  const composition = await server.call("POST", "/compositions", { name });
  if (document) {
    const workflow = await workflowOf(server, composition);
    await server.call("PUT", `/compositions/${composition.id}/items/${workflow.id}`, {
      baseRevision: workflow.contentRevision,
      content: document,
    });
  }
  if (applyMode) {
    await server.call("PATCH", `/compositions/${composition.id}`, { applyMode });
  }
  return composition;
}

/** The workflow draft as the server has it. */
export async function workflowOf(server, { id }) {
  const { items } = await server.call("GET", `/compositions/${id}/items`);
  return items.find(({ type }) => type === "workflow");
}

/** Fails unless a step is saved under a name. */
export async function requireSavedName(server, composition, stepId, name) {
  const { content } = await workflowOf(server, composition);
  const found = content.nodes.find(({ id }) => id === stepId)?.name;
  if (found !== name) {
    throw new Error(`the step ${stepId} is saved as “${found}”, not as “${name}”`);
  }
}

/** Opens the workbench of a composition, and waits until the workflow can be edited there. */
export async function open(page, { id }) {
  await page.goto(`/workbench/${id}`);
  await expectEditable(page);
}

/** Waits until the workflow can be edited in this window. */
export const expectEditable = (page) => page.getByRole("button", { name: "Add Task" }).waitFor();

/** Waits until everything that was changed here is saved. */
export const expectSaved = (page) =>
  page
    .getByRole("banner")
    .or(page.locator("header"))
    .getByRole("status")
    .filter({ hasText: /^Saved$/ })
    .waitFor();

/** The conversation's part of a turn. */
export const turn = (page, number) => page.getByRole("article", { name: `Turn ${number}`, exact: true });

/** Sends a message to the agent, and does not wait for what comes of it. */
export async function send(page, message) {
  const input = page.getByRole("textbox", { name: "Message to the agent" });
  await input.fill(message);
  await page.getByRole("button", { name: "Send" }).click();
}

/** Lets the agent carry out a message, and answers its part of the conversation once the receipt is there. */
export async function ask(page, number, message) {
  await send(page, message);
  return ended(page, number);
}

/** Waits for the end of a turn. */
export async function ended(page, number) {
  await turn(page, number).getByRole("region", { name: "Receipt" }).waitFor();
  return turn(page, number);
}

/** The bar of a proposal that is to be decided on. */
export const proposal = (page) => page.getByRole("region", { name: "Proposed change" });

/** Waits until somebody who listens to the page is told so. */
export const expectTold = (page, text) => expectText(page.getByRole("status"), text);

/** Opens a dialog, waits for a text in it, looks at it, and closes it again. */
export async function whileOpen(page, opener, shown, see) {
  await opener.click();
  const opened = page.getByRole("dialog");
  await expectText(opened, shown);
  await page.getByRole("menu").waitFor({ state: "hidden" }); // that it was opened from
  await see();
  await page.keyboard.press("Escape");
  await opened.waitFor({ state: "detached" });
}
