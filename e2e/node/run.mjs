// Runs one journey: `node run.mjs JOURNEY URL`. Lines on stdout that begin with "@" ask the test behind it for something.
import { openBrowser } from "./browser.mjs";
import { Server } from "./server.mjs";

const [journey, url] = process.argv.slice(2);
const { default: walk } = await import(`./journeys/${journey}.mjs`);
const browser = await openBrowser(journey, url);
let failed = false;
try {
  await walk({ ...browser.given, server: new Server(url) });
  browser.requireNoTroubles();
} catch (error) {
  failed = true;
  console.error(error.stack ?? error);
  console.error(await browser.lastWords());
} finally {
  await browser.close();
}
process.exit(failed ? 1 : 0);
