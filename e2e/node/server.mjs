import { once } from "node:events";
import { createInterface } from "node:readline";

/** The server of a journey. */
export class Server {
  #answers = createInterface({ input: process.stdin });

  constructor(url) {
    this.url = url;
  }

  /** Calls the API and answers what it says; a refusal is an error. */
  async call(method, path, body) {
    const response = await fetch(`${this.url}/api/v1${path}`, {
      method,
      headers: { "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) {
      throw new Error(`${method} ${path}: ${response.status} ${text}`);
    }
    return text === "" ? undefined : JSON.parse(text);
  }

  /** Asks until the answer fits; journeys wait for conditions, never for time. */
  async until(path, fits, patience = 45_000) {
    const end = Date.now() + patience;
    for (;;) {
      const answer = await this.call("GET", path);
      if (fits(answer)) {
        return answer;
      }
      if (Date.now() > end) {
        throw new Error(`waited in vain for ${path}: ${JSON.stringify(answer)}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Ends the server as a crash would. */
  kill = () => this.#ask("kill");

  /** Starts it again on the same data at the same address, and waits until it is ready. */
  restart = () => this.#ask("restart");

  /** Stops the agent before its next call of a tool: a turn that begins now lasts until it is released. */
  hold = () => this.#ask("hold");

  /** Lets the agent go on. */
  release = () => this.#ask("release");

  /**
   * Starts a language model, and answers its address: it takes the key `the-right-key`, has the model `tiny`, and builds a
   * bug triage whatever it is asked.
   */
  model = () => this.#ask("model");

  async #ask(what) {
    const answered = once(this.#answers, "line");
    console.log(`@${what}`);
    const [answer] = await answered;
    return answer;
  }
}
