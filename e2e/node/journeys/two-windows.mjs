// Two windows show the same workflow. One edits it, the other follows and can take over; nothing typed is lost.
import { expectStep, nameStep } from "../canvas.mjs";
import { expectText } from "../expect.mjs";
import { approvalDocument, compose, expectEditable, expectSaved, open, requireSavedName } from "../workbench.mjs";

export default async function ({ page, context, server, look, expectTroubles }) {
  const composition = await compose(server, { document: approvalDocument });
  await open(page, composition);

  const other = await context.newPage();
  await other.goto(`/workbench/${composition.id}`);
  await expectReadOnly(other);
  await nameStep(page, "Done", "All done");
  await expectStep(other, "All done");

  // The first window types while its saves don't get through.
  expectTroubles(/ERR_FAILED/);
  await page.route("**/items/*", (route) => (route.request().method() === "PUT" ? route.abort() : route.continue()));
  await nameStep(page, "Approve", "Typed at the last moment");
  await expectText(page.getByRole("status"), "Offline, kept here");

  await other.getByRole("button", { name: "Take over" }).click();
  await expectEditable(other);
  await nameStep(other, "Request", "Asked for");
  await expectSaved(other);

  await page.unroute("**/items/*");
  await expectReadOnly(page);
  await expectText(page.getByRole("alert"), "Your last changes are kept here, but they are not saved.");
  await expectStep(page, "Typed at the last moment");
  await look("kept");
  await page.getByRole("button", { name: "Take over and save" }).click();
  await expectText(page.getByRole("alert"), "Changed elsewhere. Your text is kept here, but it is not saved.");
  await page.getByRole("button", { name: "Save mine over it" }).click();
  await expectSaved(page);
  await expectReadOnly(other);
  await expectStep(other, "Typed at the last moment");
  await requireSavedName(server, composition, "approval", "Typed at the last moment");
}

async function expectReadOnly(page) {
  await expectText(page.getByRole("status"), "You edit the workflow in another window, so it is read-only here.");
  await page.getByRole("button", { name: "Add Task" }).waitFor({ state: "detached" });
}
