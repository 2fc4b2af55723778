// Without a mouse: from the list to a workflow that two people compose and that is published.
import { canvasOf, expectStep, properties } from "../canvas.mjs";
import { compose, ended, expectSaved } from "../workbench.mjs";

export default async function ({ page, server }) {
  await compose(server, { name: "An earlier one" });
  await page.goto("/workbench");
  await press(page, page.getByRole("button", { name: "New composition" }));
  await page.getByRole("dialog").getByLabel("Name").waitFor();
  await page.keyboard.type("Vacation");
  await press(page, page.getByRole("button", { name: "Create" }));
  await page.waitForURL("**/workbench/*-*");

  await draw(page);
  await tabTo(page, page.getByRole("textbox", { name: "Message to the agent" }));
  await page.keyboard.type("Let a manager decide");
  await page.keyboard.press("Enter");
  await ended(page, 1);
  await expectStep(page, "Manager decides");
  await expectSaved(page);

  await press(page, page.getByRole("button", { name: /^Publish/ }));
  await press(page, page.getByRole("dialog").getByRole("button", { name: "Publish 1 change" }));
  await press(page, page.getByRole("link", { name: "Start the workflow" }));
  await press(page, page.getByRole("dialog", { name: "Start “Vacation”" }).getByRole("button", { name: "Start" }));
  await page.waitForURL("**/instances/*");
}

/** Draws two steps with an edge between them, and gives one a name. */
async function draw(page) {
  await tabTo(page, canvasOf(page));
  await add(page, "Start");
  await page.keyboard.press("Escape"); // so that the next step is not led to by itself
  await add(page, "Task");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("c");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.locator(".react-flow__edge").waitFor({ state: "attached" });
  await page.keyboard.press("ArrowLeft"); // from the new edge back to the first step
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await properties(page).getByLabel("Name", { exact: true }).first().and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Control+A");
  await page.keyboard.type("Ask the boss");
  await expectStep(page, "Ask the boss");
  await tabTo(page, properties(page).getByRole("textbox", { name: "Title" }));
  await page.keyboard.type("'Ask the boss'");
}

/** Adds a step by the menu of the canvas. */
async function add(page, word) {
  await page.keyboard.press("a");
  const item = page.getByRole("menu", { name: "Add a step" }).getByRole("menuitem", { name: word });
  await until(page, "ArrowDown", item);
  await page.keyboard.press("Enter");
  await item.waitFor({ state: "detached" });
  await canvasOf(page).and(page.locator(":focus")).waitFor();
}

async function press(page, control) {
  await tabTo(page, control);
  await page.keyboard.press("Enter");
}

const tabTo = (page, control) => until(page, "Tab", control);

/** Presses a key until the focus is on a control, as somebody does who looks where it is. */
async function until(page, key, control) {
  await control.waitFor();
  for (let presses = 0; presses < 100; presses++) {
    if (await control.evaluate((element) => element === document.activeElement)) {
      return;
    }
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead to ${control}`);
}
