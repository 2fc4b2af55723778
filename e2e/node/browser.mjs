import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

import { chromium } from "playwright-core";

const viewport = { width: 1280, height: 800 };
const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

// Far beyond what anything takes on a busy machine.
const patience = 45_000;
const axeFile = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** Opens a browser with a fresh profile, and gives what a journey is given. */
export async function openBrowser(journey, url) {
  const profile = await mkdtemp(join(tmpdir(), "heddle-browser-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: browserProgram(),
    args,
    baseURL: url,
    viewport,
    reducedMotion: "reduce",
    locale: "en-GB",
    timezoneId: "UTC",
  });
  context.setDefaultTimeout(patience);
  const troubles = new Troubles();
  const watch = (page) => {
    page.on("pageerror", (error) => troubles.note(error.stack ?? error.message));
    page.on("console", (message) => {
      if (message.type() === "error") {
        troubles.note(message.text());
      }
    });
  };
  context.on("page", watch);
  const page = context.pages()[0] ?? (await context.newPage());
  watch(page);
  return {
    given: {
      page,
      context,
      look: (name, { of = page, ...options } = {}) => look(of, `${journey}-${name}`, options),
      expectTroubles: (pattern) => troubles.expect(pattern),
    },
    requireNoTroubles: () => troubles.requireNone(),
    async lastWords() {
      await capture(page, `${journey}-failed`).catch(() => {});
      const shown = await page
        .locator("body")
        .innerText()
        .catch(() => "nothing");
      return [`at ${page.url()} the page shows:`, shown.slice(0, 3000), ...troubles.noted].join("\n");
    },
    async close() {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}

/** The browser that the machine has. */
function browserProgram() {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const programs = ["chromium", "chromium-browser", "google-chrome"].flatMap((name) =>
    folders.map((folder) => join(folder, name)),
  );
  const found = process.env.HEDDLE_BROWSER ?? programs.find((program) => existsSync(program));
  if (!found) {
    throw new Error("there is no Chromium in PATH: run `go tool task setup`");
  }
  return found;
}

/** What the page complained of. */
class Troubles {
  noted = [];
  // A call that the server refuses is told by the browser too; what the page makes of it is what counts.
  #expected = [/Failed to load resource: the server responded with a status of 4\d\d/];

  note(text) {
    if (!this.#expected.some((pattern) => pattern.test(text))) {
      this.noted.push(text);
    }
  }

  expect(pattern) {
    this.#expected.push(pattern);
  }

  requireNone() {
    if (this.noted.length > 0) {
      throw new Error(`the page complained:\n${this.noted.join("\n")}`);
    }
  }
}

/** Looks at what is shown, in both schemes: nothing that axe knows to be wrong, and a screenshot of each. */
async function look(page, name, { except = [] } = {}) {
  const axe = await readFile(axeFile, "utf8");
  await page.mouse.move(0, 0); // away from what shows a tooltip
  await page.getByRole("tooltip").waitFor({ state: "hidden" });
  const found = [];
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
    await capture(page, `${name}-${colorScheme}`);
    await page.evaluate(axe);
    // What does not hang on colours is the same in both schemes.
    const rules = colorScheme === "dark" ? { runOnly: ["color-contrast"] } : {};
    const { violations } = await page.evaluate((options) => globalThis.axe.run(options), rules);
    found.push(
      ...violations
        .filter(({ id }) => !except.includes(id))
        .flatMap(({ id, help, nodes }) =>
          nodes.map(
            ({ html, failureSummary }) => `${name}, ${colorScheme}: ${id}: ${help}\n  ${html}\n  ${failureSummary}`,
          ),
        ),
    );
  }
  if (found.length > 0) {
    throw new Error(`axe found violations:\n${found.slice(0, 10).join("\n")}`);
  }
}

async function capture(page, name) {
  const directory = process.env.HEDDLE_SCREENSHOTS;
  if (directory) {
    await mkdir(directory, { recursive: true });
    // What scrolls is a part of the page; the window is made as high as that.
    const height = await page.evaluate(() => document.querySelector("#content")?.scrollHeight ?? 0);
    await page.setViewportSize({ ...viewport, height: Math.min(Math.max(viewport.height, height), 4000) });
    await page.screenshot({ path: join(directory, `${name}.png`) });
    await page.setViewportSize(viewport);
  }
}
