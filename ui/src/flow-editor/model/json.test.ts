import { describe, expect, it } from "vitest";

import { canonical } from "./canonical";
import { JsonList, JsonObject, quote } from "./json";
import { checkJson, JsonError } from "./jsonCheck";
import { sha256 } from "./sha256";

const object = (text: string) => JsonObject.parse(text) ?? JsonObject.empty;

describe("JSON that is kept as text", () => {
  it("stays as written where nothing is edited", () => {
    const text = '{ "b" : 1.50 ,\n "a\\u0062" :[ 1e2 ,{}],"" :null }';
    expect(object(text).toString()).toBe(text);
    expect(object(text).keys()).toEqual(["b", "ab", ""]);
  });

  it("keeps the layout around what is edited", () => {
    const text = '{\n  "a": 1.0,\n  "b": 2\n}';
    expect(object(text).with("a", "3").toString()).toBe('{\n  "a": 3,\n  "b": 2\n}');
    expect(object(text).with("c", "3").toString()).toBe('{\n  "a": 1.0,\n  "b": 2,\n  "c": 3\n}');
    expect(object(text).without("b").toString()).toBe('{\n  "a": 1.0\n}');
    expect(object("{ }").without("x").toString()).toBe("{ }");
  });

  it("lays new elements of a list out as the last one", () => {
    const list = JsonList.parse("[\n  1,\n  2\n]");
    const entries = [...(list?.values ?? []).map((value, origin) => ({ value, origin })), { value: "3" }];
    expect(list?.edited(entries)).toBe("[\n  1,\n  2,\n  3\n]");
    expect(JsonList.parse("[ ]")?.edited([])).toBe("[ ]");
  });

  it("reads strings that end in backslashes", () => {
    expect(object('{"a":"x\\\\","b":"\\"}"}').entries()).toEqual([
      ["a", '"x\\\\"'],
      ["b", '"\\"}"'],
    ]);
  });

  it("replaces half characters when it writes text", () => {
    expect(quote("a\ud800b")).toBe('"a\ufffdb"');
    expect(quote("😀")).toBe('"😀"');
  });
});

describe("texts that have no canonical form", () => {
  it.each([
    ['{"a":1,"a":2}', "duplicate-key"],
    ['{"a":{"b":1},"c":[{"b":1},{"b":2}]}', undefined],
    ['{"a":1,"\\u0061":2}', "duplicate-key"],
    ["[1e999]", "number-out-of-range"],
    ["[1e-999]", "number-out-of-range"],
    ["[0e-999]", undefined],
    ["[9007199254740993]", "number-not-exact"],
    ["[9007199254740992]", undefined],
    ['["\\ud800"]', "lone-surrogate"],
    ['["\ud800"]', "invalid-utf8"],
    ["[1,]", "invalid-json"],
    ["", "invalid-json"],
    ["[".repeat(1001) + "]".repeat(1001), "nesting-too-deep"],
    ["[".repeat(1000) + "]".repeat(1000), undefined],
    ['{"a":["b","a"],"b":"a"}', undefined],
  ])("%s", (text, code) => {
    let refused: unknown;
    try {
      checkJson(text);
    } catch (error) {
      refused = error;
    }
    expect(refused instanceof JsonError ? refused.code : refused).toBe(code);
  });
});

describe("the canonical form", () => {
  it("sorts by UTF-16 code units and writes numbers as ECMAScript does", () => {
    expect(canonical('{"\\ufb33":1,"\\ud83d\\ude00":[1.0,1e21,-0,1e-7],"a":"\\u00e4\\n\\/"}')).toBe(
      '{"a":"ä\\n/","😀":[1,1e+21,0,1e-7],"\ufb33":1}',
    );
  });
});

describe("SHA-256", () => {
  it.each([
    ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
    ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
    [
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    ],
    ["a".repeat(1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"],
  ])("is that of the standard", (text, hash) => {
    expect(sha256(text)).toBe(hash);
  });
});
