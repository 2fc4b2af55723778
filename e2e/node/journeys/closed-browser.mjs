// The agent ends its turn while nobody looks. What it proposes waits, and is there when the workbench is opened again.
import { expectStep } from "../canvas.mjs";
import { expectText } from "../expect.mjs";
import { approvalDocument, ask, compose, open, proposal, send, turn } from "../workbench.mjs";

export default async function ({ page, context, server }) {
  const composition = await compose(server, { document: approvalDocument });
  await open(page, composition);
  await ask(page, 1, "Hello");

  await leaveDuring(page, server, composition, "Give it a longer name");
  const again = await context.newPage();
  await open(again, composition);
  await expectStep(again, "Approve or refuse");
  await expectText(again.getByRole("region", { name: "Revisions" }), "AI, turn 2");

  await again.getByText("Review", { exact: true }).click();
  await leaveDuring(again, server, composition, "Let a manager decide");
  const last = await context.newPage();
  await open(last, composition);
  await expectText(proposal(last), "Let a manager decide");
  await expectText(turn(last, 3), "Waiting for you");
  await proposal(last).getByRole("button", { name: "Accept" }).click();
  await expectStep(last, "Manager decides");
}

/** Closes the window in the middle of a turn, and waits until the turn is over. */
async function leaveDuring(page, server, { id }, message) {
  await server.hold();
  await send(page, message);
  await expectText(page.getByRole("status"), "The agent is at work");
  await page.close();
  await server.release();
  await server.until(`/compositions/${id}`, ({ turnState, pendingTurnId }) => turnState === "idle" && pendingTurnId);
}
