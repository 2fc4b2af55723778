import { describe, expect, it } from "vitest";

import { heard, type Writing } from "./writing";

const newest = 7;
const part = (number: number, text: string, turnId = "t1") => ({ turnId, part: number, text });

const hear = (...parts: ReturnType<typeof part>[]): Writing | null =>
  parts.reduce<Writing | null>((writing, one) => heard(writing, one, newest), null);

describe("the parts of a text", () => {
  it("are joined in order", () => {
    expect(hear(part(0, "It "), part(1, "is "), part(2, "done"))).toEqual({
      turnId: "t1",
      text: "It is done",
      parts: 3,
      after: newest,
    });
  });

  it("begin anew with the next text", () => {
    expect(hear(part(0, "It is"), part(1, " done"), part(0, "Well"))).toMatchObject({ text: "Well", parts: 1 });
  });

  it("show nothing to a window that missed the beginning", () => {
    expect(hear(part(3, "done"))).toBeNull();
    expect(hear(part(3, "done"), part(4, "."))).toBeNull();
  });

  it("show nothing any more to a window that missed one, or heard one twice", () => {
    expect(hear(part(0, "It "), part(2, "done"))).toBeNull();
    expect(hear(part(0, "It "), part(1, "is"), part(1, "is"))).toBeNull();
  });

  it("belong to one turn", () => {
    expect(hear(part(0, "It "), part(1, "is", "t2"))).toBeNull();
  });

  it("remember what was stored when the text began", () => {
    const begun = heard(null, part(0, "It "), newest);
    expect(heard(begun, part(1, "is"), newest + 1)?.after).toBe(newest);
  });

  it("are left as they are by what is no part", () => {
    const begun = hear(part(0, "It "));
    expect(heard(begun, { text: "is" }, newest)).toBe(begun);
  });
});
