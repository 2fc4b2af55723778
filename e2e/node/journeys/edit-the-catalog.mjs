// An action type and a tool are made, changed, copied and deleted on their pages; what others save meanwhile is told.
import { expectText } from "../expect.mjs";
import { refundIntake } from "../worlds.mjs";

export default async function ({ page, server, look }) {
  await refundIntake(server, 100);
  await makeActionType(page, server, look);
  await refuseRename(page, look);
  await tellOfOthers(page, server, look);
  await guardLeaving(page, look);
  await duplicateAndDelete(page, server);
  await openInComposition(page, server, look);
}

/** The text of an editor for source. */
const source = (page, label) => page.getByRole("textbox", { name: label });

async function makeActionType(page, server, look) {
  await page.goto("/action-types");
  await page.getByRole("link", { name: "New action type" }).click();
  await page.getByRole("heading", { name: "New action type" }).waitFor();
  await look("new");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Greet People");
  await page.keyboard.press("Control+s");
  await expectText(page, "It was not published");
  await expectText(page, "The script has no source");
  await look("new-with-problems");
  await page.getByRole("button", { name: /^Error, name/ }).click();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("check-amount");
  const inputs = page.getByRole("group", { name: "Inputs" });
  await inputs.getByRole("button", { name: "Add a field" }).click();
  await inputs.getByRole("textbox", { name: "Name" }).fill("who");
  await inputs.getByRole("button", { name: "More about who" }).click();
  await inputs.getByLabel("Unless given").fill('"world"');
  await inputs.getByLabel("Options").fill("world = The world\nmoon");
  await source(page, "Source").click();
  await page.keyboard.insertText('console.log("{}")');
  await page.getByRole("button", { name: "Publish" }).click();
  await expectText(page, "There is one of this name already");
  await page.getByRole("textbox", { name: "Name", exact: true }).first().fill("greet");
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByRole("heading", { name: "greet" }).waitFor();
  const { items } = await server.call("GET", "/action-types");
  const { content } = items.find(({ name }) => name === "greet");
  const [who] = content.inputs;
  if (who.defaultValue !== "world" || who.options.length !== 2 || content.script.source !== 'console.log("{}")') {
    throw new Error(`it was saved as ${JSON.stringify(content)}`);
  }
}

async function refuseRename(page, look) {
  await page.goto("/action-types");
  await page.getByRole("link", { name: "Check an amount" }).click();
  await page.getByText("They run it as it was").waitFor();
  await look("action-type");
  await page.getByRole("textbox", { name: "Name", exact: true }).first().fill("check");
  await page.getByRole("button", { name: "Save" }).click();
  await expectText(page, "It was not saved: it is in use");
  await look("rename-refused");
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("button", { name: "Save" }).waitFor({ state: "detached" });
}

async function tellOfOthers(page, server, look) {
  const [{ id }] = (await server.call("GET", "/action-types")).items;
  const path = `/action-types/${id}`;
  const change = async (members) => {
    const { content, contentRevision } = await server.call("GET", path);
    await server.call("PUT", path, {
      content: { ...content, ...members },
      baseRevision: contentRevision,
    });
  };
  const description = page.getByRole("textbox", { name: "Description" }).first();
  const isSaved = (members) =>
    server.until(path, ({ content }) => Object.entries(members).every(([name, value]) => content[name] === value));

  await description.fill("Mine");
  await change({ timeout: "PT20S" });
  await page.keyboard.press("Control+s");
  await expectText(page, "What they changed is in the form now");
  await look("merged");
  await page.keyboard.press("Control+s");
  await isSaved({ description: "Mine", timeout: "PT20S" });
  await page.getByRole("button", { name: "Save" }).waitFor({ state: "detached" });

  await description.fill("Mine again");
  await change({ description: "Theirs", timeout: "PT30S" });
  await page.keyboard.press("Control+s");
  await expectText(page, "Somebody else changed the same meanwhile");
  await look("both-sides");
  await page.getByRole("button", { name: "Go on with mine" }).click();
  await page.keyboard.press("Control+s");
  await isSaved({ description: "Mine again", timeout: "PT30S" });
  await page.getByRole("button", { name: "Save" }).waitFor({ state: "detached" });
}

async function guardLeaving(page, look) {
  await page.getByRole("textbox", { name: "Description" }).first().fill("Half a thought");
  await page.getByRole("link", { name: "Tools" }).first().click();
  const dialog = page.getByRole("dialog");
  await expectText(dialog, "Leave without saving?");
  await look("leave");
  await dialog.getByRole("button", { name: "Stay here" }).click();
  await page.getByRole("link", { name: "Tools" }).first().click();
  await dialog.getByRole("button", { name: "Leave, and lose it" }).click();
  await page.getByRole("heading", { name: "Tools" }).waitFor();
}

async function duplicateAndDelete(page, server) {
  await page.getByRole("link", { name: "order-status" }).click();
  await page.getByRole("button", { name: "More to do with it" }).click();
  await page.getByRole("menuitem", { name: "Duplicate…" }).click();
  await expectText(page, "A copy of “order-status”.");
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByRole("heading", { name: "order-status-copy" }).waitFor();
  await page.getByRole("button", { name: "More to do with it" }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete the tool" }).click();
  await page.getByRole("heading", { name: "Tools" }).waitFor();
  const { items } = await server.call("GET", "/tools");
  if (items.length !== 1) {
    throw new Error(`there are ${items.length} tools`);
  }
}

async function openInComposition(page, server, look) {
  const composition = await server.call("POST", "/compositions", {
    name: "Orders",
  });
  await page.getByRole("link", { name: "order-status" }).click();
  await page.getByRole("button", { name: "Open in workbench…" }).click();
  const dialog = page.getByRole("dialog");
  await look("open-in-workbench");
  await dialog.getByLabel("Composition").first().click();
  await page.getByRole("option", { name: "Orders" }).click();
  await dialog.getByRole("button", { name: "Open", exact: true }).click();
  await page.waitForURL(`**/workbench/${composition.id}`);
  await page.getByText("order-status").first().waitFor();
}
