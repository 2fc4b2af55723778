// What the agent did is taken back: in the editor as one step that says whose it was, or from its turn with a preview.
import { expectStep, nameStep, step } from "../canvas.mjs";
import { expectText } from "../expect.mjs";
import { approvalDocument, ask, compose, expectSaved, open, requireSavedName } from "../workbench.mjs";

export default async function ({ page, server, look }) {
  const composition = await compose(server, { document: approvalDocument });
  await open(page, composition);

  await ask(page, 1, "Give it a longer name");
  await expectStep(page, "Approve or refuse");
  await page.getByRole("button", { name: "Undo: Agent: Say that it can be refused too (Ctrl Z)" }).click();
  await expectStep(page, "Approve");
  await page.getByRole("button", { name: "Redo: Agent: Say that it can be refused too (Ctrl Shift Z)" }).click();
  await expectStep(page, "Approve or refuse");
  await expectSaved(page);

  // Later edits of the person's stay when the turn is taken back.
  const second = await ask(page, 2, "Let a manager decide");
  await expectStep(page, "Manager decides");
  await nameStep(page, "Done", "All done");
  await expectSaved(page);
  await second.getByRole("button", { name: "Undo AI turn…" }).click();
  const preview = page.getByRole("dialog");
  await expectText(preview, "loses what the turn did; later changes stay");
  await look("preview");
  await preview.getByRole("button", { name: "Undo the turn" }).click();
  await preview.waitFor({ state: "detached" });
  await step(page, "Manager decides").waitFor({ state: "detached" });
  await expectStep(page, "All done");
  await expectSaved(page);
  await requireSavedName(server, composition, "end", "All done");
  await requireSavedName(server, composition, "manager", undefined);
}
