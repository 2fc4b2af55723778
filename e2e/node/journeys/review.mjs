// In review mode nothing is changed before the person says so, and each change can be looked at first.
import { expectStep, properties, step } from "../canvas.mjs";
import { expectText } from "../expect.mjs";
import { approvalDocument, ask, compose, expectSaved, open, proposal, requireSavedName } from "../workbench.mjs";

export default async function ({ page, server, look }) {
  const composition = await compose(server, { document: approvalDocument });
  await open(page, composition);
  await page.getByText("Review", { exact: true }).click();

  const first = await ask(page, 1, "Give it a longer name");
  await expectText(first, "Waiting for you: 1 workflow change");
  await expectText(proposal(page), "Say that it can be refused too");
  await expectText(proposal(page), "introduces 0 problems, fixes 0");
  await lookAtTheChange(page);
  await look("proposal");
  await proposal(page).getByRole("button", { name: "Reject" }).click();
  await proposal(page).waitFor({ state: "detached" });
  await expectStep(page, "Approve");
  await first.getByText("Waiting for you").waitFor({ state: "detached" });
  await requireSavedName(server, composition, "approval", "Approve");

  await ask(page, 2, "Do give it a longer name");
  await proposal(page).getByRole("button", { name: "Accept" }).click();
  await proposal(page).waitFor({ state: "detached" });
  await expectStep(page, "Approve or refuse");
  await expectSaved(page);
  await requireSavedName(server, composition, "approval", "Approve or refuse");
  const revisions = page.getByRole("region", { name: "Revisions" });
  await expectText(revisions, "AI, turn 2");
}

/** A click on a changed step shows it as it is and as it would be. */
async function lookAtTheChange(page) {
  await step(page, "Approve or refuse").click();
  const open = page.getByRole("button", { name: "Properties (Enter)" });
  if ((await open.getAttribute("aria-pressed")) !== "true") {
    await open.click();
  }
  const change = properties(page).getByRole("region", { name: "Change" });
  await expectText(change.getByLabel("Before"), "Approve");
  await expectText(change.getByLabel("After"), "Approve or refuse");
}
