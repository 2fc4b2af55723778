// The server dies in the middle of a turn, while the person types. When it is back, all that was typed is there.
import { expectStep, nameStep } from "../canvas.mjs";
import { expectText } from "../expect.mjs";
import { approvalDocument, ask, compose, ended, expectSaved, open, requireSavedName, send } from "../workbench.mjs";

export default async function ({ page, server, look, expectTroubles }) {
  const composition = await compose(server, { document: approvalDocument });
  await open(page, composition);
  await ask(page, 1, "Hello");

  await server.hold();
  await send(page, "Let a manager decide");
  await expectText(page.getByRole("status"), "The agent is at work");
  await nameStep(page, "Request", "Asked for");
  await expectSaved(page);
  const message = page.getByRole("textbox", { name: "Message to the agent" });
  await message.fill("And then");
  expectTroubles(/Failed to load resource: net::ERR_|status of 50[0-9]|ERR_INCOMPLETE_CHUNKED_ENCODING/);
  await server.kill();
  await nameStep(page, "Done", "All done");
  await message.press("End");
  await message.pressSequentially(" say thanks");
  await expectText(page.getByRole("status"), "Offline, kept here");
  await look("offline");
  await server.restart();

  await expectText(await ended(page, 2), "Broken off by a restart");
  await expectSaved(page);
  await requireSavedName(server, composition, "request", "Asked for");
  await requireSavedName(server, composition, "end", "All done");
  await expectStep(page, "Asked for");
  if ((await message.inputValue()) !== "And then say thanks") {
    throw new Error(`the message is “${await message.inputValue()}”`);
  }
  await ask(page, 3, "Let a manager decide");
  await expectStep(page, "Manager decides");
  await expectStep(page, "All done");
}
