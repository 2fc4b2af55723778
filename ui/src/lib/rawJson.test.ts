import { describe, expect, it } from "vitest";

import { elementsOf, laidOut, membersOf, objectOf, withMember } from "./rawJson";

describe("raw JSON", () => {
  it("cuts members out as they are written", () => {
    const text = '{ "z" : 12345678901234567890.10, "a":{"b":[1,"}]\\""]} , "s":"x\\"," }';
    expect([...membersOf(text)]).toEqual([
      ["z", "12345678901234567890.10"],
      ["a", '{"b":[1,"}]\\""]}'],
      ["s", '"x\\","'],
    ]);
  });

  it("cuts elements out as they are written", () => {
    expect(elementsOf(' [ 1e400 ,{"a":[2]}, "," ] ')).toEqual(["1e400", '{"a":[2]}', '","']);
    expect(elementsOf("[]")).toEqual([]);
  });

  it("joins members", () => {
    expect(objectOf([["a b", "1.0"]])).toBe('{"a b":1.0}');
    expect(objectOf([])).toBe("{}");
  });

  it("changes one member and leaves the others alone", () => {
    const text = '{"2":1.00,"name":"a","big":900719925474099312}';
    expect(withMember(text, "name", "b")).toBe('{"2":1.00,"name":"b","big":900719925474099312}');
    expect(withMember(text, "name", undefined)).toBe('{"2":1.00,"big":900719925474099312}');
    expect(withMember(text, "new", [1])).toBe('{"2":1.00,"name":"a","big":900719925474099312,"new":[1]}');
  });

  it("is laid out for people as it is spelled", () => {
    expect(laidOut('{"z":1.00,"a":[],"b":{"c":[1e400,"x"]},"d":{}}')).toBe(
      '{\n  "z": 1.00,\n  "a": [],\n  "b": {\n    "c": [\n      1e400,\n      "x"\n    ]\n  },\n  "d": {}\n}',
    );
    expect(laidOut(laidOut('{"a":[1,{"b":null}]}'))).toBe(laidOut('{"a":[1,{"b":null}]}'));
  });

  it("refuses what is not JSON", () => {
    expect(() => membersOf("[1]")).toThrow(SyntaxError);
    expect(() => membersOf('{"a":1 "b":2}')).toThrow(SyntaxError);
    expect(() => elementsOf('["a')).toThrow(SyntaxError);
  });
});
