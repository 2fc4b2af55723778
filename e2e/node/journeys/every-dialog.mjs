// The dialogs of the workbench, looked at in both schemes. One that is added gets its line here.
import { canvasOf, expectStep, step } from "../canvas.mjs";
import { expectText } from "../expect.mjs";
import { ask, compose, open, whileOpen } from "../workbench.mjs";

export default async function ({ page, server, look }) {
  const composition = await compose(server, { name: "Refund intake" });
  await open(page, composition);
  const turn = await ask(page, 1, "Build a refund intake");
  await expectStep(page, "Approve the refund");

  await lookAtDialogs(page, turn, look);
}

/** Takes out what the workflow needs, which takes the workflow out too and says why; then tries a slug. */
async function leaveOut(dialog, look) {
  const slug = dialog.getByRole("textbox", { name: "Slug" });
  await slug.fill("-a b");
  await expectText(dialog, "Not with this slug");
  await dialog.getByRole("button", { name: "Publish 2 changes" }).and(dialog.locator(":disabled")).waitFor();
  await slug.fill("refunds");
  await dialog.getByRole("checkbox", { name: "Publish check-refund-amount" }).click();
  await expectText(dialog, "It needs check-refund-amount, so it is left out too.");
  for (const row of await dialog.getByRole("button", { name: /^What changes in/ }).all()) {
    await row.click();
  }
  await expectText(dialog, "Nothing is selected.");
  await look("publish-left-out");
}

async function lookAtDialogs(page, turn, look) {
  await whileOpen(page, turn.getByRole("button", { name: "Undo AI turn…" }), "is removed, since the turn made it", () =>
    look("undo"),
  );
  await whileOpen(page, page.getByRole("button", { name: "Publish 2 changes" }), "A short name in lower case", async () => {
    await look("publish");
    await leaveOut(page.getByRole("dialog"), look);
  });
  const revisions = page.getByRole("region", { name: "Revisions" });
  await whileOpen(page, revisions.getByRole("button", { name: "Began empty" }), "Restore", () => look("revision"));
  await page.getByRole("button", { name: "Actions for the agent" }).click();
  await whileOpen(page, page.getByRole("menuitem", { name: "Use an agent of your own…" }), "What to call it", () =>
    look("agent-of-your-own"),
  );
  await whileOpen(page, page.getByRole("button", { name: "Add an action type" }), "Name", () => look("add-draft"));
  await step(page, "Check the amount").click();
  await page.getByText("Who wrote what").first().click();
  await expectText(page.getByRole("region", { name: "Who wrote what" }), "AI, turn 1");
  await look("blame");
  await canvasOf(page).focus();
  await page.keyboard.press("?");
  await expectText(page.getByRole("dialog"), "go from step to step");
  await look("keys");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+K");
  await page.getByRole("textbox", { name: "Find anything" }).fill("refund");
  await look("palette");
  await page.keyboard.press("Escape");
}
