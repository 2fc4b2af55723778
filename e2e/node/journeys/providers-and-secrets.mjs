// A provider is added with its key and tried; its secret is replaced, and neither is deleted while it is in use.
import { expectText } from "../expect.mjs";

const rightKey = "the-right-key";
const wrongKey = "not-the-right-key";

export default async function ({ page, server, look }) {
  const address = `${await server.model()}/v1`;
  await page.goto("/settings");
  await expectText(page, "There is no provider yet");
  await look("none");
  await addProvider(page, look, address);
  await testModels(page, server, look);
  await manageSecrets(page, server, look);
  await deleteProvider(page, server, look);
}

const textbox = (part, name) => part.getByRole("textbox", { name, exact: true });

async function choose(page, label, option) {
  await page.getByRole("combobox", { name: label }).click();
  await page.getByRole("option", { name: option }).click();
}

async function addProvider(page, look, address) {
  await page.getByRole("link", { name: "New provider" }).click();
  await expectText(page, "Give the provider a name to begin with");
  await look("new");
  await choose(page, "Service", "Any server that is compatible with OpenAI");
  await textbox(page, "Name").fill("My Models");
  await page.getByRole("button", { name: "Add the provider" }).click();
  await expectText(page, "may hold lower-case letters, digits and hyphens only");
  await expectText(page, "is no address such as");
  await look("new-with-problems");
  await textbox(page, "Name").fill("mine");
  await textbox(page, "Address").fill(address);

  await page.getByRole("button", { name: "Set a new secret…" }).click();
  const dialog = page.getByRole("dialog");
  await textbox(dialog, "Name").fill("MODEL_KEY");
  await dialog.getByRole("button", { name: "Set the secret" }).click();
  await expectText(dialog, "It needs 8 characters at least");
  await look("new-secret");
  await dialog.getByLabel("Value", { exact: true }).fill(wrongKey);
  await dialog.getByRole("button", { name: "Set the secret" }).click();
  await dialog.waitFor({ state: "detached" });

  await textbox(page, "Model").fill("tiny");
  await page.getByLabel("Input").fill("3");
  await page.getByLabel("Output").fill("15");
  await page.getByRole("button", { name: "Add a model" }).click();
  await textbox(page, "Model").nth(1).fill("huge");
  await page.getByRole("button", { name: "Add the provider" }).click();
  await page.getByRole("heading", { name: "mine" }).waitFor();
}

async function testModels(page, server, look) {
  const tiny = page.getByRole("group", { name: "tiny" });
  await tiny.getByRole("button", { name: "Test" }).click();
  await expectText(tiny, "The key is not taken");
  await look("wrong-key");
  await tiny.getByRole("button", { name: "Set the key…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Value", { exact: true }).fill(rightKey);
  await dialog.getByRole("button", { name: "Set the secret" }).click();
  await expectText(tiny, "It works");
  await expectText(tiny, "The model said “ready”");
  await expectText(tiny, "US$0.0001");
  const huge = page.getByRole("group", { name: "huge" });
  await huge.getByRole("button", { name: "Test" }).click();
  await expectText(huge, "The model is not known there");
  await look("tested");

  await huge.getByRole("button", { name: "More to do with huge" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await page.getByLabel("Cache read").fill("0.3");
  await page.keyboard.press("Control+s");
  await server.until("/providers", ({ items: [{ content }] }) => {
    const [{ prices }, ...others] = content.models;
    return others.length === 0 && prices.cacheRead === 0.3 && prices.input === 3;
  });
  await tellOfOthers(page, server, look);
}

async function tellOfOthers(page, server, look) {
  const [{ id, content, contentRevision }] = (await server.call("GET", "/providers")).items;
  await page.getByLabel("Output").fill("20");
  await server.call("PUT", `/providers/${id}`, {
    content: { ...content, models: [{ name: "tiny", label: "Theirs" }] },
    baseRevision: contentRevision,
  });
  await page.keyboard.press("Control+s");
  await expectText(page, "Somebody else changed the same meanwhile");
  await look("both-sides");
  await page.getByRole("button", { name: "Go on with mine" }).click();
  await page.keyboard.press("Control+s");
  await server.until("/providers", ({ items }) => items[0].content.models[0].prices?.output === 20);
}

async function manageSecrets(page, server, look) {
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Secrets" }).click();
  const row = page.getByRole("row", { name: "MODEL_KEY" });
  await row.getByRole("link", { name: "mine" }).waitFor();
  await look("secrets");
  const more = () => row.getByRole("button", { name: "More to do with MODEL_KEY" }).click();
  await more();
  await page.getByRole("menuitem", { name: "Replace the value…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("It has several lines").click();
  await dialog.getByLabel("New value").fill("first line\nsecond line");
  await look("replace-secret");
  await dialog.getByRole("button", { name: "Replace the value" }).click();
  await dialog.waitFor({ state: "detached" });
  await more();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  await dialog.getByRole("button", { name: "Delete the secret" }).click();
  await expectText(dialog, "it is used by provider");
  await look("secret-in-use");
  await dialog.getByRole("button", { name: "Keep it" }).click();
  const shown = await page.locator("body").innerText();
  if (shown.includes("first line") || shown.includes(rightKey)) {
    throw new Error("a value is shown");
  }
}

async function deleteProvider(page, server, look) {
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Providers" }).click();
  await expectText(page, "Any server that is compatible with OpenAI");
  await look("list");
  await page.getByRole("link", { name: "mine" }).click();
  await page.getByRole("button", { name: "More to do with it" }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete the provider" }).click();
  await expectText(page, "There is no provider yet");
  await server.until("/providers", ({ items }) => items.length === 0);
}
