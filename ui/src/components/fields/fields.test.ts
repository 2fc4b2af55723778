import { describe, expect, it } from "vitest";

import { collect, initialValues, problemsByField, readFields } from "./fields";

const fields = readFields([
  { name: "email", label: "E-mail", required: true, widget: "email" },
  { name: "amount", type: "number", defaultValue: 10.5 },
  { name: "count", type: "integer" },
  { name: "agreed", type: "boolean", required: true },
  { name: "at", type: "datetime" },
  { name: "tags", type: "array", options: [{ value: "a", label: "A" }, { value: "b" }] },
  { name: "more", type: "object" },
  { name: "odd", type: "unheard-of" },
  { label: "no name" },
  "no field",
]);

const only = (name: string) => fields.filter((field) => field.name === name);

describe("the fields of a document", () => {
  it("are read with what they leave out", () => {
    expect(fields.map(({ name }) => name)).toEqual(["email", "amount", "count", "agreed", "at", "tags", "more", "odd"]);
    expect(fields[0]).toMatchObject({ label: "E-mail", type: "string", required: true, widget: "email", options: [] });
    expect(fields[5]?.options).toEqual([
      { value: "a", label: "A" },
      { value: "b", label: "b" },
    ]);
    expect(readFields(undefined)).toEqual([]);
  });

  it("begin with their defaults", () => {
    expect(initialValues(fields)).toMatchObject({ email: "", amount: "10.5", tags: [], more: "" });
  });
});

describe("what a form gives", () => {
  it("is what was entered, as the declared types", () => {
    const { output, errors } = collect(fields, {
      email: "ada@example.com",
      amount: "42.50",
      count: " 3 ",
      agreed: "false",
      at: "2026-01-31T09:30",
      tags: ["b"],
      more: '{"a": [1]}',
      odd: "x",
    });
    expect(errors).toEqual({});
    expect(output).toEqual({
      email: "ada@example.com",
      amount: 42.5,
      count: 3,
      agreed: false,
      at: new Date("2026-01-31T09:30").toISOString(),
      tags: ["b"],
      more: { a: [1] },
      odd: "x",
    });
  });

  it("leaves out what was not entered, and asks for what is needed", () => {
    const { output, errors } = collect(fields, { email: "  ", tags: [] });
    expect(output).toEqual({});
    expect(Object.keys(errors)).toEqual(["email", "agreed"]);
  });

  it("takes a box that nobody touched as a no, unless an answer is needed", () => {
    const box = readFields([{ name: "sure", type: "boolean", widget: "checkbox" }]);
    expect(collect(box, {})).toEqual({ output: { sure: false }, errors: {} });
    const needed = readFields([{ name: "sure", type: "boolean", widget: "checkbox", required: true }]);
    expect(collect(needed, {})).toEqual({ output: {}, errors: { sure: "This is needed" } });
    expect(collect(needed, { sure: "false" })).toEqual({ output: { sure: false }, errors: {} });
  });

  it.each([
    ["amount", "many", "number"],
    ["count", "1.5", "whole"],
    ["count", "12345678901234567890", "digits"],
    ["at", "soon", "date"],
    ["more", "[1]", "object"],
    ["more", "{", "can't be read"],
  ])("says what does not fit: %s %s", (name, text, said) => {
    expect(collect(only(name), { [name]: text }).errors[name]).toContain(said);
  });
});

describe("the server's problems", () => {
  it("stand beside their fields, the first of each, and the rest by itself", () => {
    const problem = (message: string, field?: string) => ({
      severity: "error" as const,
      code: "FIELD_TYPE",
      message,
      ...(field === undefined ? {} : { field }),
    });
    expect(
      problemsByField(fields, [problem("a", "email"), problem("b", "email"), problem("c"), problem("d", "gone")]),
    ).toEqual({ errors: { email: "a" }, others: ["c", "d"] });
    expect(problemsByField(fields, undefined)).toEqual({ errors: {}, others: [] });
  });
});
