// The agent asks, and is answered by a button, in words of one's own, or not at all.
import { expectText } from "../expect.mjs";
import { compose, ended, open, send, turn } from "../workbench.mjs";

export default async function ({ page, server, look }) {
  const composition = await compose(server);
  await open(page, composition);
  await byButton(page, look);
  await inOwnWords(page, look);
  await notAtAll(page, look);
}

const question = (page, number) => turn(page, number).getByRole("group", { name: "Question of the agent" });

async function byButton(page, look) {
  await send(page, "Which one?");
  await expectText(question(page, 1), "Which colour shall it be?");
  await expectText(turn(page, 1), "The agent waits for your answer");
  await look("asked");
  await question(page, 1).getByRole("button", { name: "green" }).click();
  await expectText(await ended(page, 1), "So it is green.");
  await expectText(question(page, 1), "You");
  if ((await question(page, 1).getByRole("button").count()) > 0) {
    throw new Error("what was answered can be answered again");
  }
}

async function inOwnWords(page, look) {
  await send(page, "Which one now?");
  await question(page, 2).getByRole("textbox", { name: "Your answer" }).fill("a dark blue");
  await page.keyboard.press("Enter");
  await expectText(await ended(page, 2), "So it is a dark blue.");
  await look("answered");
}

async function notAtAll(page, look) {
  await send(page, "Which one at last?");
  await expectText(question(page, 3), "Which colour shall it be?");
  await page.getByRole("button", { name: "Interrupt" }).click();
  await ended(page, 3);
  await expectText(question(page, 3), "It was not answered, and is closed");
  await look("closed");
}
