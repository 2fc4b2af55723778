import { describe, expect, it } from "vitest";

import { checkOf, issuesIn } from "./celCheck";
import { nextToken } from "./celWords";
import { completionsAt, namesIn } from "./complete";

const variables = {
  open: false,
  context: [
    { name: "amount", type: "number", certain: true, nullable: false },
    { name: "odd-name", certain: false, nullable: true },
  ],
  instance: [{ name: "id", type: "string", certain: true, nullable: false }],
};
const offered = (text: string, isAsked = false, names = namesIn(variables, "edge-condition")) =>
  completionsAt(text, text.length, names, isAsked);
const texts = (text: string, names?: ReturnType<typeof namesIn>) =>
  offered(text, false, names)?.choices.map((choice) => choice.text) ?? [];

describe("completion", () => {
  it("offers what the scope knows", () => {
    const all = namesIn(variables, "edge-condition");
    expect(all.map((one) => one.text)).toEqual(["context.amount", 'context["odd-name"]', "instance.id"]);
    expect(all[1]?.about).toBe("may be missing, may be null");
    expect(namesIn(variables, "correlation-event-key").every((one) => one.text.startsWith("event."))).toBe(true);
  });
  it("offers what a real event has", () => {
    const names = namesIn(variables, "receive-event-match", {
      type: "x",
      payload: { issue: { title: "T" }, "a b": 1 },
    });
    expect(names.map((one) => `${one.text} ${one.about}`)).toContain("event.payload.issue.title text");
    expect(texts("event.payload.", names)).toContain("issue");
    expect(texts("event.", names)).toEqual(expect.arrayContaining(["issue", "type"]));
    expect(texts("event.payload.issue.", names)).toEqual(expect.arrayContaining(["title", "size"]));
  });
  it("replaces what was typed, or the part after the last dot", () => {
    expect(offered("1 + am")?.from).toBe(4);
    expect(offered("1 + context.am")).toMatchObject({ from: 12, choices: [{ text: "amount" }] });
    expect(offered("context.?am")?.from).toBe(9);
    expect(offered("size(context.amount).st")).toMatchObject({ from: 21 });
  });
  it("offers functions by themselves and after values", () => {
    expect(texts("co")).toEqual(expect.arrayContaining(["coalesce", "context.amount"]));
    expect(texts("math.")).toContain("greatest");
    expect(texts("context.amount.")).toContain("startsWith");
    expect(texts("context.")).toEqual(["amount"]);
  });
  it("is quiet in texts, and where nothing was typed unless it is asked", () => {
    expect(offered("context.amount == 'con")).toBeUndefined();
    expect(offered("1 + ")).toBeUndefined();
    expect(offered("1 + ", true)?.choices.length).toBeGreaterThan(10);
  });
});

describe("what is wrong with an expression", () => {
  it("has a place and plain words", () => {
    expect(
      issuesIn("context.amount > ", "line 1, column 18: Syntax error: mismatched input '<EOF>' expecting {'['}"),
    ).toEqual([{ from: 15, to: 17, message: "It ends too early." }]);
    expect(
      issuesIn("foo(1)", "line 1, column 4: undeclared reference to 'foo' (variables in x: context)")[0]?.message,
    ).toBe("“foo” is not known here.");
    expect(issuesIn("true && 3", "line 1, column 9: expected type 'bool' but found 'int'")).toEqual([
      { from: 8, to: 9, message: "It must come out as true or false, but is a whole number." },
    ]);
  });
  it("counts lines and code points", () => {
    const text = "'🙂' +\n 'a' + bad";
    const [one, two] = issuesIn(text, "line 1, column 5: wrong; line 2, column 8: undeclared reference to 'bad'");
    expect([one?.from, one?.message]).toEqual([5, "Wrong."]);
    expect(text.slice(two?.from, two?.to)).toBe("bad");
  });
  it("marks an unknown key", () => {
    const { state, issues } = checkOf("context.amout > 3", {
      error: { code: "unknown-key", message: 'there is no key "amout"; there are: amount' },
    }) as { state: string; issues: { from: number }[] };
    expect([state, issues[0]?.from]).toEqual(["unsure", 8]);
  });
  it("is nothing when it comes out", () => {
    expect(checkOf("1", { type: "int", value: 1 })).toEqual({ state: "fine", type: "int", value: 1 });
  });
});

describe("pieces of an expression", () => {
  const pieces = (text: string) => {
    const found: string[] = [];
    for (let rest = text; rest !== "";) {
      const { length, token } = nextToken(rest);
      if (token) {
        found.push(`${token} ${rest.slice(0, length)}`);
      }
      rest = rest.slice(length);
    }
    return found;
  };
  it("are told apart", () => {
    expect(pieces("context.a >= 1.5 && x.size() in ['b'] // c")).toEqual([
      "variable context",
      "property .a",
      "operator >=",
      "number 1.5",
      "operator &&",
      "function .size",
      "keyword in",
      "string 'b'",
      "comment // c",
    ]);
  });
});
