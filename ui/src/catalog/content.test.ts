import { describe, expect, it } from "vitest";

import { languageOf, otherMembers, runFacts } from "./content";

const actionType = {
  name: "check",
  mode: "script",
  script: { language: "python", source: "print(1)" },
  timeout: "PT10S",
  maxAttempts: 5,
  custom: { a: 1 },
};

describe("what an object holds", () => {
  it("is found in an action type and in a tool alike", () => {
    expect([languageOf(actionType), languageOf({ language: "lua" }), languageOf({})]).toEqual(["Python", "lua", ""]);
  });

  it("says how it runs, with the defaults", () => {
    const facts = Object.fromEntries(runFacts(actionType));
    expect(facts).toMatchObject({
      Runs: "A script",
      "Time limit": "10 seconds",
      Attempts: "5",
      Pause: "1 second",
      Tools: undefined,
    });
    expect(Object.fromEntries(runFacts({}))).toMatchObject({
      "Time limit": "60 seconds",
      Attempts: undefined,
    });
  });

  it("keeps members that have no place of their own", () => {
    expect(otherMembers("action-type", actionType)).toEqual({ custom: { a: 1 } });
  });
});
