// A form with every type and widget starts an instance and completes its task; another one is cancelled with a reason.
import { expectText } from "../expect.mjs";

const options = [
  { value: "s", label: "Small" },
  { value: "l", label: "Large" },
];
const fields = [
  { name: "title", label: "Title", required: true, defaultValue: "A chair" },
  { name: "notes", label: "Notes", widget: "textarea" },
  { name: "mail", label: "Mail", widget: "email" },
  { name: "site", label: "Site", widget: "url" },
  { name: "phone", label: "Phone", widget: "phone" },
  { name: "size", label: "Size", options },
  { name: "finish", label: "Finish", widget: "radio", options },
  { name: "parts", label: "Parts", type: "array", options },
  { name: "rooms", label: "Rooms", type: "array", widget: "checkbox", options },
  { name: "price", label: "Price", type: "number", description: "In euros." },
  { name: "count", label: "Count", type: "integer", defaultValue: 2 },
  { name: "gift", label: "A gift", type: "boolean" },
  { name: "sure", label: "Sure", type: "boolean", widget: "checkbox", required: true },
  { name: "by", label: "By", type: "date" },
  { name: "at", label: "At", type: "datetime" },
  { name: "more", label: "More", type: "object" },
  { name: "plan", label: "Plan", type: "file" },
];

const workflow = {
  id: "order",
  name: "Order",
  nodes: [
    { id: "start", type: "start", name: "Order", config: { inputs: fields } },
    {
      id: "check",
      type: "human-task",
      name: "Check it",
      config: { title: "'Check ' + context.title", outputs: fields },
    },
    { id: "end", type: "end", name: "Ordered", config: {} },
  ],
  edges: [
    { id: "a", source: "start", target: "check", priority: 0, isDefault: false },
    { id: "b", source: "check", target: "end", priority: 0, isDefault: false },
  ],
};

export default async function ({ page, server, look }) {
  const pack = { heddlePack: 1, workflows: [{ slug: "order", entryMode: "team_only", document: workflow }] };
  await server.call("POST", "/packs/import", pack);
  const [{ id }] = (await server.call("GET", "/workflows")).items;
  await page.goto(`/workflows/${id}`);
  await startByForm(page, look);
  await completeByForm(page, server, look);
  await cancel(page, server, id, look);
}

async function fill(form) {
  await form.getByLabel("Notes").fill("Two lines\nof text");
  await form.getByLabel("Mail").fill("ada@example.com");
  await form.getByLabel("Site").fill("https://example.com");
  await form.getByLabel("Phone").fill("+49 1");
  await form.getByRole("radiogroup", { name: "Finish" }).getByLabel("Large").check();
  await form.getByRole("group", { name: "Rooms" }).getByLabel("Small").check();
  await form.getByLabel("Price").fill("12.50");
  await form.getByRole("radiogroup", { name: "A gift" }).getByLabel("Yes").check();
  await form.getByRole("radiogroup", { name: "Sure" }).getByLabel("No").check(); // a box would say so untouched
  await form.getByLabel("By", { exact: true }).fill("2026-01-31");
  await form.getByLabel("At", { exact: true }).fill("2026-01-31T09:30");
  await form.getByLabel("More").fill('{"legs": 4}');
}

async function startByForm(page, look) {
  await page.getByRole("button", { name: "Start…" }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Title").fill("");
  await form.getByLabel("Count").fill("2.5");
  await form.getByRole("button", { name: "Start", exact: true }).click();
  await expectText(form, "This is needed");
  await expectText(form, "This must be a whole number");
  await look("start-refused");
  await form.getByLabel("Title").fill("A table");
  await form.getByLabel("Count").fill("3");
  await fill(form);
  await look("start");
  await form.getByRole("button", { name: "Start", exact: true }).click();
  await page.waitForURL("**/instances/*");
}

async function completeByForm(page, server, look) {
  const id = new URL(page.url()).pathname.split("/").at(-1);
  const task = page.getByRole("region", { name: "Check A table" });
  await task.waitFor();
  const { context } = await server.call("GET", `/instances/${id}`);
  const wanted = { title: "A table", finish: "l", rooms: ["s"], price: 12.5, count: 3, gift: true, sure: false };
  for (const [name, value] of Object.entries(wanted)) {
    if (JSON.stringify(context[name]) !== JSON.stringify(value)) {
      throw new Error(`${name} is ${JSON.stringify(context[name])}`);
    }
  }
  await fill(task);
  await look("task");
  await task.getByRole("button", { name: "Complete" }).click();
  await expectText(page.getByRole("main"), "Completed");
  await page.getByRole("tab", { name: "History" }).click();
  await page.getByRole("list", { name: "History" }).getByText("12.5").waitFor();
  await look("history");
}

async function cancel(page, server, workflowId, look) {
  const { id } = await server.call("POST", `/workflows/${workflowId}/instances`, {
    context: { title: "A bed", sure: true },
  });
  await page.goto("/instances?status=waiting");
  await page.getByRole("link", { name: "Order" }).click();
  await page.waitForURL(`**/instances/${id}`);
  await page.getByRole("button", { name: "Cancel…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Why").fill("Ordered twice");
  await look("cancel");
  await dialog.getByRole("button", { name: "Cancel the instance" }).click();
  await expectText(page.getByRole("main"), "Cancelled");
  await page.getByRole("tab", { name: "History" }).click();
  await expectText(page, "Cancelled: Ordered twice");
}
