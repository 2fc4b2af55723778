// A request becomes drafts, one of which the agent has to mend; a person changes one, and applies them.
import { expectText } from "../expect.mjs";
import { expectSaved, send, turn } from "../workbench.mjs";

const drafts = (page) =>
  page.getByRole("navigation", { name: "Drafts of the session" });
const draft = (page, name) =>
  drafts(page).getByRole("button", { name: new RegExp(`^${name}`) });

export default async function ({ page, server, look, expectTroubles }) {
  await page.goto("/assistant");
  await expectText(page, "What should be set up?");
  await look("first-run");
  const session = await askForATool(page, server, look);
  await changeByHand(page, server, session, look);
  await applyAll(page, server, look);
  expectTroubles(/409/);
  await changedElsewhere(page, server, session, look);
  await settleConflict(page, server, look);
  await startAnother(page, look);
  await deleteSession(page);
}

async function askForATool(page, server, look) {
  await page.getByRole("button", { name: /Count words/ }).click();
  await page.waitForURL(/\/assistant\/.+/);
  const first = turn(page, 1);
  await expectText(first, "It is called node. I correct that.");
  await expectText(first, "2 drafts written");
  await draft(page, "count-words").waitFor();
  await expectText(drafts(page), "AI");
  await page.getByRole("button", { name: "Problems" }).click();
  await expectText(page, "Nothing is wrong with the drafts.");
  // What it wrote first was wrong, and it was told.
  await first
    .getByRole("button", { name: /Wrote the draft count-words/ })
    .first()
    .click();
  await expectText(first, "nodejs");
  await look("drafted");
  const { items } = await server.call("GET", "/sessions");
  return items[0];
}

async function changeByHand(page, server, session, look) {
  await draft(page, "count-words").click();
  await page
    .getByRole("textbox", { name: "Description" })
    .fill("Counts words.");
  await expectSaved(page);
  await page.getByText("JSON", { exact: true }).click();
  await expectText(page, "tools/count-words.json");
  await look("json");
  const { content, author } = await server.call(
    "GET",
    `/sessions/${session.id}/config-items/tools/count-words`,
  );
  if (content.description !== "Counts words." || author !== "user") {
    throw new Error(
      `the draft is saved as ${JSON.stringify(content.description)} of ${author}`,
    );
  }
  await page.getByText("Form", { exact: true }).click();
}

async function applyAll(page, server, look) {
  await page.getByRole("button", { name: "Apply 2 drafts…" }).click();
  const dialog = page.getByRole("dialog");
  await expectText(dialog, "2 items: 2 new");
  await look("apply");
  await dialog.getByRole("checkbox", { name: /check-text-length/ }).uncheck();
  await expectText(dialog, "1 item");
  await dialog.getByRole("checkbox", { name: /check-text-length/ }).check();
  await dialog.getByRole("button", { name: "Apply 2 changes" }).click();
  await expectText(dialog, "The drafts are in the catalog now");
  await look("applied");
  await dialog.getByRole("button", { name: "Done" }).click();
  await expectText(drafts(page), "same");
  const names = (await server.call("GET", "/tools")).items.map(
    ({ name }) => name,
  );
  if (!names.includes("count-words")) {
    throw new Error(`the catalog has the tools ${names.join(", ")}`);
  }
}

/** Somebody else saves the draft while a person types. */
async function changedElsewhere(page, server, { id }, look) {
  const path = `/sessions/${id}/config-items/tools/count-words`;
  const { content } = await server.call("GET", path);
  // The save waits for a moment after the last key, which is when the other one comes.
  const input = page.getByRole("textbox", { name: "Description" });
  await input.fill("Mine.");
  await server.call("PUT", path, {
    content: { ...content, description: "Theirs." },
  });
  await expectText(page, "Changed elsewhere");
  await page.getByRole("button", { name: "Both sides" }).click();
  await expectText(page.getByRole("region", { name: "Both sides" }), "Theirs.");
  await look("changed-elsewhere");
  await page.getByRole("button", { name: "Save mine over it" }).click();
  await expectSaved(page);
}

/** Others publish what the draft was begun from. */
async function settleConflict(page, server, look) {
  const tool = (await server.call("GET", "/tools")).items.find(
    ({ name }) => name === "count-words",
  );
  await server.call("PUT", `/tools/${tool.id}`, {
    content: { ...tool.content, description: "Of others." },
    baseRevision: tool.contentRevision,
  });
  await page.getByText("Compare", { exact: true }).click();
  await expectText(page, "Lines with −");
  await page.getByRole("button", { name: "Apply 1 draft…" }).click();
  const dialog = page.getByRole("dialog");
  await expectText(dialog, "Others changed it since the draft was begun.");
  await dialog.getByText("Both sides", { exact: true }).click();
  await look("conflict");
  await dialog
    .getByRole("checkbox", { name: /Overwrite what others changed/ })
    .check();
  await dialog.getByRole("button", { name: "Apply 1 change" }).click();
  await dialog.getByRole("button", { name: "Done" }).click();
  const after = (await server.call("GET", "/tools")).items.find(
    ({ name }) => name === "count-words",
  );
  if (after.content.description !== "Mine.") {
    throw new Error(
      `the tool is published as ${JSON.stringify(after.content.description)}`,
    );
  }
}

/** A session that only talks has no drafts; the palette leads to the others. */
async function startAnother(page, look) {
  await page.getByRole("link", { name: "Assistant" }).first().click();
  await expectText(page, "Count words");
  await look("list");
  await page.getByRole("button", { name: "New session" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "What for" }).click();
  await page.getByRole("option", { name: "Chat" }).click();
  await dialog.getByRole("textbox", { name: "Name" }).fill("A talk");
  await look("new");
  await dialog.getByRole("button", { name: "Start" }).click();
  await page.getByRole("heading", { name: "A talk" }).waitFor();
  await send(page, "Hello");
  await expectText(turn(page, 1), "I am a scripted demo agent");
  await look("chat");
}

async function deleteSession(page) {
  await page.getByRole("button", { name: "Actions for the session" }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: "Delete" })
    .click();
  await page.waitForURL(/\/assistant$/);
  await page.getByText("A talk").waitFor({ state: "detached" });
}
