// From the first page to an instance that a person completed.
import { expectText } from "../expect.mjs";
import { refundIntake } from "../worlds.mjs";

export default async function ({ page, server, look }) {
  await refundIntake(server);

  await page.goto("/");
  await page.waitForURL("**/workbench");
  await page.getByRole("link", { name: "Workflows" }).click();
  await page.getByRole("link", { name: "Refund intake" }).click();
  await page.getByRole("button", { name: "Start…" }).click();

  const form = page.getByRole("dialog");
  await form.getByRole("button", { name: "Start" }).click();
  await expectText(form, "This is needed");
  await form.getByLabel("Customer e-mail").fill("ada@example.com");
  await form.getByLabel("Order").fill("A-17");
  await form.getByLabel("Amount").fill("a lot");
  await form.getByRole("button", { name: "Start" }).click();
  await expectText(form, "This must be a number");
  await form.getByLabel("Amount").fill("420.50");
  await form.getByRole("button", { name: "Start" }).click();
  await page.waitForURL("**/instances/*");

  // The script runs and the task opens while the page looks on.
  const task = page.getByRole("region", { name: "Refund for order A-17" });
  await expectText(task, "ada@example.com");
  await task.getByRole("button", { name: "Complete" }).click();
  await expectText(task, "This is needed");
  await task.getByRole("radio", { name: "Yes" }).check();
  await task.getByRole("button", { name: "Complete" }).click();

  await expectText(page.getByRole("main"), "Completed");
  await task.waitFor({ state: "detached" });
  await page.getByText("As a list").click();
  const path = page.getByRole("list", { name: "Path of this instance" });
  await expectText(path.getByRole("listitem").filter({ hasText: "Approval" }).first(), "done");
  await look("path");
  await page.getByRole("tab", { name: "History" }).click();
  await expectText(page.getByRole("list", { name: "History" }), "Finished “Approval”, which gave approved · You");
  await expectText(page.getByRole("list", { name: "History" }), "with the outcome “refunded”");
  await page.getByRole("tab", { name: "Actions" }).click();
  await page.getByText("“Check the amount”").click();
  await expectText(page.getByRole("main"), "comparing 420.5 with 100");

  await page.keyboard.press("Control+K");
  await page.getByRole("textbox", { name: "Find anything" }).fill("order-st");
  await page.getByRole("button", { name: "order-status" }).click();
  await page.waitForURL("**/tools/*");
  await page.goto("/instances/no-such-one");
  await page.getByRole("link", { name: "Go to the instances" }).click();
  await page.getByRole("link", { name: "Instances" }).first().click();
  await expectText(page.getByRole("table", { name: "Instances" }), "Completed");
}
