// A problem of a draft leads to the field that it is about.
export default async function ({ page, server, look }) {
  const composition = await server.call("POST", "/compositions", { name: "Greetings", goal: "Greet people" });
  await server.call("POST", `/compositions/${composition.id}/items`, { type: "action-type", name: "greet" });
  await page.goto(`/workbench/${composition.id}`);
  const problem = page.getByRole("button", { name: /script has no source/ }).first();
  const strip = page.getByRole("tab", { name: /^Problems/ });
  await strip.waitFor();
  if (!(await problem.isVisible())) {
    await strip.click();
  }
  await problem.click();
  await page.locator(".cm-content:focus").waitFor();
  await look("source");
  await page.keyboard.insertText('console.log("{}")');
  await problem.waitFor({ state: "detached" });
}
