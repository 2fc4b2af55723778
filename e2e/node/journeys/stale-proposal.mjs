// A person edits while a proposal waits: it follows where the two fit together, and gives way where they don't.
import { expectStep, nameStep, removeStep } from "../canvas.mjs";
import { expectText } from "../expect.mjs";
import { approvalDocument, ask, compose, ended, expectSaved, open, proposal, turn } from "../workbench.mjs";

export default async function ({ page, server, look }) {
  const composition = await compose(server, { document: approvalDocument, applyMode: "review" });
  await open(page, composition);

  await ask(page, 1, "Give it a longer name");
  await expectText(proposal(page), "1 changed");
  await nameStep(page, "Done", "All done");
  await expectText(proposal(page), "1 changed");
  await proposal(page).getByRole("button", { name: "Accept" }).click();
  await expectStep(page, "Approve or refuse");
  await expectStep(page, "All done");
  await expectSaved(page);

  // Where both can't be had, the agent is asked to look again; what was proposed is shown as no longer fitting.
  await ask(page, 2, "Let a manager decide");
  await expectText(proposal(page), "4 added");
  await server.hold();
  await removeStep(page, "Approve or refuse");
  await expectText(proposal(page), "The workflow was changed since, so this no longer fits.");
  await expectText(turn(page, 2), "Your changes and the AI's touch the same things");
  await look("stale");
  await proposal(page).getByRole("button", { name: "Dismiss" }).click();
  await proposal(page).waitFor({ state: "detached" });
  await server.release();
  await expectText(await ended(page, 2), "can't go together, so I propose nothing");

  await ask(page, 3, "Let a manager decide");
  await expectText(proposal(page), "4 added");
}
