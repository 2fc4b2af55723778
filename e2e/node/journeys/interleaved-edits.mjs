// A person and the agent edit the same workflow in turns. What stands somewhere stays there, whoever placed it.
import {
  connectSteps,
  dragStep,
  dropStep,
  expectStep,
  nameStep,
  placesOf,
  requireUnmoved,
  showAll,
} from "../canvas.mjs";
import { ask, compose, expectSaved, open, workflowOf } from "../workbench.mjs";

export default async function ({ page, server }) {
  const composition = await compose(server);
  await open(page, composition);

  await dropStep(page, "Start", 0.2, 0.3);
  await dropStep(page, "Task", 0.55, 0.6);
  await nameStep(page, "New task", "Look at it");
  await showAll(page);
  await connectSteps(page, "Start", "Look at it");

  let places = await placesOf(page);
  await ask(page, 1, "Let a manager decide");
  await expectStep(page, "Manager decides");
  await requireUnmoved(page, places);

  await showAll(page);
  await dragStep(page, "Manager decides", 60, 110);
  await dragStep(page, "Look at it", -30, 40);
  await dropStep(page, "Wait", 0.3, 0.85);

  places = await placesOf(page);
  await ask(page, 2, "Say thanks too");
  await expectStep(page, "Say thanks");
  await requireUnmoved(page, places);

  await expectSaved(page);
  await requireSaved(await workflowOf(server, composition), places);
}

/** Fails unless the server has it all: what both made, where it was placed. */
function requireSaved({ content }, places) {
  const names = content.nodes.map(({ name }) => name).sort();
  const wanted = ["Decided", "Look at it", "Manager decides", "Say thanks", "Start", "Wait"];
  if (names.join() !== wanted.join()) {
    throw new Error(`the workflow has ${names.join(", ")}`);
  }
  for (const { id, position } of content.nodes) {
    if (places[id] && places[id] !== `translate(${position.x}px, ${position.y}px)`) {
      throw new Error(`the step ${id} is shown at ${places[id]} and was saved at ${JSON.stringify(position)}`);
    }
  }
}
