// Takes one measure some times, each in a browser of its own: `node measure.mjs MEASURE URL TIMES`. Each line on stdout is
// one time's figures as JSON.
import { openBrowser } from "./browser.mjs";
import { Server } from "./server.mjs";

const [name, url, times] = process.argv.slice(2);
const { default: take, prepare } = await import(`./measures/${name}.mjs`);
const server = new Server(url);
for (let time = 0; time < Number(times); time++) {
  const prepared = await prepare(server);
  const browser = await openBrowser(name, url);
  try {
    console.log(JSON.stringify(await take({ ...browser.given, prepared })));
    browser.requireNoTroubles();
  } finally {
    await browser.close();
  }
}
process.exit(0);
