import { describe, expect, it } from "vitest";

import { isRefusal, messageOf, ProblemError, problemOf } from "./problem";

describe("a refused call", () => {
  it("is told by the server's words", async () => {
    const response = new Response('{"status":409,"code":"stale","title":"Conflict","detail":"load it again"}', {
      status: 409,
    });
    const error = new ProblemError(await problemOf(response));
    expect(messageOf(error)).toBe("Load it again");
    expect(isRefusal(error, "locked", "stale")).toBe(true);
    expect(isRefusal(error, "locked")).toBe(false);
  });

  it("is told by its status where there are no words", async () => {
    const error = new ProblemError(await problemOf(new Response("<html>", { status: 502 })));
    expect(messageOf(error)).toBe("The server answered 502");
  });
});
