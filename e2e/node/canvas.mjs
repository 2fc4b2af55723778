// What a person does on the canvas of the workflow editor, with the mouse.

/** The canvas. */
export const canvasOf = (page) => page.getByRole("application", { name: "Workflow canvas" });

/** A step on the canvas. */
export const step = (page, title) =>
  page.locator(".react-flow__node").filter({ has: page.getByText(title, { exact: true }) });

/** The properties of what is selected. */
export const properties = (page) => page.getByRole("complementary", { name: "Properties" });

/** Waits until the canvas shows a step. */
export const expectStep = (page, title) => step(page, title).waitFor();

/** Drags a step from the palette to a place of the canvas, given in parts of its width and height. */
export async function dropStep(page, word, across, down) {
  const area = await canvasOf(page).boundingBox();
  await page.getByRole("button", { name: `Add ${word}` }).dragTo(canvasOf(page), {
    targetPosition: { x: area.width * across, y: area.height * down },
  });
}

/** Drags a step over the canvas. */
export async function dragStep(page, title, right, down) {
  const { x, y, width, height } = await step(page, title).boundingBox();
  await drag(page, { x: x + width / 3, y: y + height / 2 }, { x: x + width / 3 + right, y: y + height / 2 + down });
}

/** Leads an edge from one step to another. */
export async function connectSteps(page, from, to) {
  const source = await step(page, from).locator(".react-flow__handle.source").boundingBox();
  const target = await step(page, to).locator(".react-flow__handle.target").boundingBox();
  const edges = page.locator(".react-flow__edge");
  const before = await edges.count();
  await drag(page, middle(source), middle(target));
  await edges.nth(before).waitFor({ state: "attached" });
}

/** Gives a step a name, and closes its properties again. */
export async function nameStep(page, title, name) {
  await showAll(page);
  await step(page, title).dblclick();
  await properties(page).getByLabel("Name", { exact: true }).first().fill(name);
  await expectStep(page, name);
  await properties(page).getByRole("button", { name: "Close the properties" }).click();
}

/** Deletes a step with the keyboard, as most people do. */
export async function removeStep(page, title) {
  await showAll(page);
  await step(page, title).click();
  await page.keyboard.press("Delete");
  await step(page, title).waitFor({ state: "detached" });
}

/** Brings all steps into view. */
export const showAll = (page) => page.getByRole("button", { name: "Show the whole workflow" }).click();

/** Where the steps are, by id, in the canvas's own measure: it does not change when the canvas is moved or zoomed. */
export const placesOf = (page) =>
  page
    .locator(".react-flow__node")
    .evaluateAll((nodes) => Object.fromEntries(nodes.map((node) => [node.dataset.id, node.style.transform])));

/** Fails if a step that was there before is elsewhere now, or gone. */
export async function requireUnmoved(page, before) {
  const now = await placesOf(page);
  for (const [id, place] of Object.entries(before)) {
    if (now[id] !== place) {
      throw new Error(`the step ${id} was at ${place} and is at ${now[id]}`);
    }
  }
}

const middle = ({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 });

async function drag(page, from, to) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await page.mouse.up();
}
