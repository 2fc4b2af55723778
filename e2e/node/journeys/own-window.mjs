// The editor moves to a window of its own and back, with all that was typed; the two windows work as one.
import { expectStep, nameStep, showAll, step } from "../canvas.mjs";
import { expectText } from "../expect.mjs";
import { approvalDocument, ask, compose, expectEditable, expectSaved, open, requireSavedName } from "../workbench.mjs";

export default async function ({ page, context, server, look }) {
  const composition = await compose(server, { document: approvalDocument });
  await open(page, composition);
  await nameStep(page, "Done", "All done");

  const editor = await breakOut(page, context);
  await expectStep(editor, "All done");
  await expectText(page, "The editor is in its own window");
  await look("away");
  await look("editor", { of: editor });

  // What is chosen there is what the message is about here; what the agent does here shows there.
  await showAll(editor);
  await step(editor, "Approve").click();
  await expectText(page.getByRole("list", { name: "The message is about" }), "Approve");
  await ask(page, 1, "Give it a longer name");
  await expectStep(editor, "Approve or refuse");
  await nameStep(editor, "Request", "Asked for");

  await page.getByRole("button", { name: "Bring back here" }).first().click();
  await expectEditable(page);
  await expectStep(page, "Asked for");
  await expectStep(page, "Approve or refuse");
  await expectSaved(page);
  await requireSavedName(server, composition, "request", "Asked for");

  // A window that is simply closed gives the editor back too.
  const again = await breakOut(page, context);
  await nameStep(again, "Asked for", "Request");
  await again.close();
  await expectEditable(page);
  await expectStep(page, "Request");
  await expectSaved(page);
  await requireSavedName(server, composition, "request", "Request");
}

async function breakOut(page, context) {
  const opening = context.waitForEvent("page");
  await page.getByRole("button", { name: "Open the editor in a window of its own" }).click();
  const editor = await opening;
  await expectEditable(editor);
  return editor;
}
